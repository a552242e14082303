package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation of the key-value port must do. */
abstract class KeyValuesContract {
    private @Nullable KeyValues opened;

    abstract KeyValues open();

    @BeforeEach
    void openTables() {
        opened = open();
    }

    @AfterEach
    void closeTables() {
        tables().close();
    }

    KeyValues tables() {
        return requireNonNull(opened);
    }

    static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static BatchRow put(Table table, String key, String value) {
        return new BatchRow(table, bytes(key), bytes(value));
    }

    static BatchRow delete(Table table, String key) {
        return new BatchRow(table, bytes(key), null);
    }

    private List<String> scan(String from, String to, int limit) {
        return tables().scan(Table.INODES, bytes(from), bytes(to), limit).stream()
                .map(row -> new String(row.key().array(), StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    void batch_isReadAfterTheNextRefresh() {
        tables().write(List.of(put(Table.INODES, "a", "1"), put(Table.BLOCKS, "a", "2")));
        assertThat(tables().get(Table.INODES, bytes("a"))).isNull();
        assertThat(scan("", "", 10)).isEmpty();
        tables().refresh();
        assertThat(tables().get(Table.INODES, bytes("a"))).isEqualTo(bytes("1"));
        assertThat(tables().get(Table.BLOCKS, bytes("a"))).isEqualTo(bytes("2"));
        assertThat(tables().get(Table.LEASES, bytes("a"))).isNull();
    }

    @Test
    void ofSeveralChangesOfARow_theLastCounts() {
        tables().write(List.of(put(Table.INODES, "a", "1"), delete(Table.INODES, "a")));
        tables().write(List.of(put(Table.INODES, "b", "1"), put(Table.INODES, "b", "2")));
        tables().write(List.of(put(Table.INODES, "c", ""), delete(Table.INODES, "never")));
        tables().refresh();
        assertThat(tables().get(Table.INODES, bytes("a"))).isNull();
        assertThat(tables().get(Table.INODES, bytes("b"))).isEqualTo(bytes("2"));
        assertThat(tables().get(Table.INODES, bytes("c"))).isEqualTo(Bytes.EMPTY);
    }

    @Test
    void recovery_keepsWhatWasWritten_andWritingGoesOn() {
        tables().write(List.of(put(Table.INODES, "a", "1")));
        tables().recover();
        assertThat(tables().get(Table.INODES, bytes("a"))).isEqualTo(bytes("1"));
        tables().write(List.of(put(Table.INODES, "b", "1")));
        tables().refresh();
        assertThat(scan("", "", 10)).containsExactly("a", "b");
    }

    @Test
    void scan_isInTheOrderOfUnsignedBytes_withinItsBounds() {
        for (String key : List.of("b", "\u00ff\u0001", "a", "\u0000", "\u0080", "ab", "\u00ff")) {
            tables().write(List.of(put(Table.INODES, key, "1")));
        }
        tables().refresh();
        assertThat(scan("", "", 10)).containsExactly("\u0000", "a", "ab", "b", "\u0080", "\u00ff", "\u00ff\u0001");
        assertThat(scan("a", "b", 10)).containsExactly("a", "ab");
        assertThat(scan("aa", "", 2)).containsExactly("ab", "b");
        assertThat(scan("c", "d", 10)).isEmpty();
    }
}
