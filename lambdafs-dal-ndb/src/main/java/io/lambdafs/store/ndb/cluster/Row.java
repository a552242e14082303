package io.lambdafs.store.ndb.cluster;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A row in native memory, as the NDB API reads and writes it; columns go by their numbers, from 0. */
public final class Row {
    private final RowLayout layout;
    private final ByteBuffer memory;

    Row(RowLayout layout, ByteBuffer memory) {
        this.layout = layout;
        this.memory = memory;
    }

    RowLayout layout() {
        return layout;
    }

    ByteBuffer memory() {
        return memory;
    }

    public long getLong(int column) {
        return memory.getLong(layout.offset(column));
    }

    public int getInt(int column) {
        return memory.getInt(layout.offset(column));
    }

    public boolean getFlag(int column) {
        return getInt(column) != 0;
    }

    public byte[] getBytes(int column) {
        int offset = layout.offset(column);
        int lengthBytes = layout.column(column).lengthBytes();
        int length = Byte.toUnsignedInt(memory.get(offset));
        if (lengthBytes > 1) {
            length |= Byte.toUnsignedInt(memory.get(offset + 1)) << Byte.SIZE;
        }
        byte[] bytes = new byte[length];
        memory.get(offset + lengthBytes, bytes);
        return bytes;
    }

    public String getText(int column) {
        return new String(getBytes(column), StandardCharsets.UTF_8);
    }

    /** The text in a column that may have none. */
    public @Nullable String getTextOrNull(int column) {
        return isNull(column) ? null : getText(column);
    }

    public boolean isNull(int column) {
        return layout.column(column).nullable() && (memory.get(layout.nullByte(column)) & layout.nullMask(column)) != 0;
    }

    public Row put(int column, long value) {
        memory.putLong(layout.offset(column), value);
        return notNull(column);
    }

    public Row put(int column, int value) {
        memory.putInt(layout.offset(column), value);
        return notNull(column);
    }

    public Row put(int column, boolean value) {
        return put(column, value ? 1 : 0);
    }

    /**
     * Puts bytes.
     *
     * @throws StoreException of kind INTERNAL if they are more than the column holds
     */
    public Row put(int column, byte[] bytes) {
        ColumnDefinition definition = layout.column(column);
        if (bytes.length > definition.length()) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "the column " + definition.name() + " holds " + definition.length() + " bytes, not "
                            + bytes.length);
        }
        int offset = layout.offset(column);
        memory.put(offset, (byte) bytes.length);
        if (definition.lengthBytes() > 1) {
            memory.put(offset + 1, (byte) (bytes.length >> Byte.SIZE));
        }
        memory.put(offset + definition.lengthBytes(), bytes);
        return notNull(column);
    }

    public Row put(int column, String text) {
        return put(column, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts a text, or nothing. */
    public Row putOrNull(int column, @Nullable String text) {
        if (text != null) {
            return put(column, text);
        }
        int at = layout.nullByte(column);
        memory.put(at, (byte) (memory.get(at) | layout.nullMask(column)));
        return this;
    }

    private Row notNull(int column) {
        if (layout.column(column).nullable()) {
            int at = layout.nullByte(column);
            memory.put(at, (byte) (memory.get(at) & ~layout.nullMask(column)));
        }
        return this;
    }
}
