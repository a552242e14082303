package io.lambdafs.store.sql;

import io.lambdafs.block.BlockId;
import io.lambdafs.fs.INodeId;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The parameters of a statement, bound one after another. */
final class Parameters {
    private final PreparedStatement statement;
    private int index;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Binds a statement's parameters. */
    @FunctionalInterface
    interface Binder {
        void bind(Parameters parameters) throws SQLException;
    }

    Parameters add(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    Parameters add(int value) throws SQLException {
        statement.setInt(++index, value);
        return this;
    }

    Parameters add(boolean value) throws SQLException {
        statement.setBoolean(++index, value);
        return this;
    }

    Parameters add(@Nullable String value) throws SQLException {
        statement.setString(++index, value);
        return this;
    }

    Parameters add(byte @Nullable [] value) throws SQLException {
        statement.setBytes(++index, value);
        return this;
    }

    Parameters add(UUID value) throws SQLException {
        statement.setObject(++index, value);
        return this;
    }

    Parameters addMicros(Duration value) throws SQLException {
        return add(value.toNanos() / 1000);
    }

    Parameters addTexts(List<String> values) throws SQLException {
        return addArray(values.toArray(String[]::new));
    }

    Parameters addBytes(List<byte[]> values) throws SQLException {
        return addArray(values.toArray(byte[][]::new));
    }

    Parameters addLongs(long... values) throws SQLException {
        return addArray(values);
    }

    Parameters addShorts(short... values) throws SQLException {
        return addArray(values);
    }

    Parameters addInodes(List<INodeId> ids) throws SQLException {
        return addLongs(ids.stream().mapToLong(INodeId::value).distinct().toArray());
    }

    Parameters addBlocks(List<BlockId> ids) throws SQLException {
        return addLongs(
                ids.stream().mapToLong(BlockId::value).distinct().sorted().toArray());
    }

    Parameters addBooleans(boolean... values) throws SQLException {
        return addArray(values);
    }

    private Parameters addArray(Object values) throws SQLException {
        statement.setObject(++index, values);
        return this;
    }
}
