package io.lambdafs.store.move;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the target of a move says about it: where its rows come from, and how far the copy is. It changes in the same transaction
 * as the rows.
 *
 * @param from the source, for people
 * @param clusterId the cluster id of the source's file system
 * @param table the table that is being copied
 * @param after the key of the last row of it that was copied; empty if none was
 * @param copied how many rows were copied, of all tables
 */
public record MoveMark(String from, String clusterId, MoveTable table, Optional<MoveKey> after, long copied) {
    public MoveMark {
        requireNonNull(from, "from");
        requireNonNull(clusterId, "clusterId");
        requireNonNull(table, "table");
        requireNonNull(after, "after");
    }

    /** Nothing is copied yet. */
    public static MoveMark begin(String from, String clusterId) {
        return new MoveMark(from, clusterId, MoveTable.INODES, Optional.empty(), 0);
    }

    /** The mark after so many more rows of a table, the last of which has this key. */
    public MoveMark at(MoveTable next, Optional<MoveKey> last, int more) {
        return new MoveMark(from, clusterId, next, last, copied + more);
    }

    /** The mark as text, from which {@link #parse} makes it again. */
    public String encode() {
        String key = after.map(
                        last -> last.first() + ":" + HexFormat.of().formatHex(last.toBytes()) + ":" + last.last())
                .orElse("");
        return String.join("\n", "1", table.name(), key, Long.toString(copied), clusterId, from);
    }

    /**
     * The mark that was encoded so.
     *
     * @throws StoreException of kind INCOMPATIBLE if the text is something else, as of a later release
     */
    public static MoveMark parse(String text) {
        String[] parts = text.split("\n", 6);
        try {
            if (parts.length == 6 && parts[0].equals("1")) {
                return new MoveMark(
                        parts[5], parts[4], MoveTable.valueOf(parts[1]), key(parts[2]), Long.parseLong(parts[3]));
            }
        } catch (IllegalArgumentException e) {
            throw unknown(text, e);
        }
        throw unknown(text, new IllegalArgumentException(parts.length + " lines"));
    }

    private static Optional<MoveKey> key(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.split(":", 3);
        if (parts.length != 3) {
            throw new IllegalArgumentException("no key");
        }
        String bytes = new String(HexFormat.of().parseHex(parts[1]), StandardCharsets.ISO_8859_1);
        return Optional.of(new MoveKey(Long.parseLong(parts[0]), bytes, Long.parseLong(parts[2])));
    }

    private static StoreException unknown(String text, Exception cause) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "the target's mark of a move is of no release that this program knows (" + text.replace('\n', ' ')
                        + "): go on with the release that began the move, or move to an empty store",
                cause);
    }
}
