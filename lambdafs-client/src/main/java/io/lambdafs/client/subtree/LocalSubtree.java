package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupledLease;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** What is kept on this machine about one decoupled subtree, beside its journal. Immutable. */
final class LocalSubtree {
    private static final String NUMBER = "number";
    private static final String CLUSTER = "cluster";
    private static final String USER = "user";
    private static final String PATH = "path";
    private static final String SINCE = "since";
    private static final String DIRECTORY = "directory";
    private static final String FIRST = "first-inode";
    private static final String COUNT = "inodes";
    private static final String LEASE = "lease-millis";
    private static final String POLICY = "policy";
    private static final String SYNCED = "synced";
    private static final String NEXT = "next-inode";
    private static final String BYTES = "persisted-bytes";
    private static final String MERGE = "merge";
    private static final String CHUNKS = "merge-chunks";
    private static final String CHUNKS_SUM = "merge-checksum";
    private static final String WITNESS = "merge-witness";
    private static final String CHECKSUM = "checksum";

    private final Map<String, String> values;
    private final boolean damaged;

    private LocalSubtree(Map<String, String> values, boolean damaged) {
        this.values = values;
        this.damaged = damaged;
    }

    /**
     * That of a subtree that was just decoupled.
     *
     * @param cluster which cluster it is in
     * @param sinceMillis since when it is held, as the cluster says
     */
    static LocalSubtree of(String cluster, DecoupledLease lease, long sinceMillis) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(NUMBER, Long.toString(lease.number()));
        values.put(CLUSTER, cluster);
        values.put(USER, lease.user());
        values.put(PATH, lease.root().path());
        values.put(SINCE, Long.toString(sinceMillis));
        values.put(DIRECTORY, Long.toString(lease.root().directory()));
        values.put(FIRST, Long.toString(lease.inodes().first()));
        values.put(COUNT, Integer.toString(lease.inodes().count()));
        values.put(LEASE, Long.toString(lease.leaseMillis()));
        values.put(POLICY, "");
        values.put(SYNCED, "0");
        values.put(NEXT, Long.toString(lease.inodes().first()));
        values.put(BYTES, "0");
        values.put(MERGE, "");
        values.put(CHUNKS, "0");
        values.put(CHUNKS_SUM, "0");
        values.put(WITNESS, "0");
        return new LocalSubtree(values, false);
    }

    /** Reads {@link #toText}'s text, as far as it can be read. Null if not even the path and the number can. */
    static @Nullable LocalSubtree ofText(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), unescape(line.substring(equals + 1)));
            }
        }
        String said = values.remove(CHECKSUM);
        boolean whole = said != null && said.equals(checksum(lines(values)));
        LocalSubtree read = new LocalSubtree(values, !whole);
        return read.path().startsWith("/") && read.number() > 0 ? read : null;
    }

    /** A line for each value, and a checksum of them. */
    String toText() {
        String lines = lines(values);
        return lines + CHECKSUM + "=" + checksum(lines) + "\n";
    }

    private static String lines(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) ->
                text.append(key).append('=').append(escape(value)).append('\n'));
        return text.toString();
    }

    private static String checksum(String lines) {
        CRC32 crc = new CRC32();
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        crc.update(bytes, 0, bytes.length);
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    /* A path may have any character but the slash in its names. */
    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String unescape(String value) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char at = value.charAt(i);
            if (at == '\\' && i + 1 < value.length()) {
                i++;
                text.append(value.charAt(i) == 'n' ? '\n' : value.charAt(i));
            } else {
                text.append(at);
            }
        }
        return text.toString();
    }

    private String text(String key) {
        return values.getOrDefault(key, "");
    }

    private long value(String key) {
        try {
            return Long.parseLong(text(key));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private LocalSubtree with(String... pairs) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        for (int i = 0; i < pairs.length; i += 2) {
            changed.put(pairs[i], pairs[i + 1]);
        }
        return new LocalSubtree(changed, damaged);
    }

    /** Whether somebody has edited it: then nothing of it can be relied on. */
    boolean isDamaged() {
        return damaged;
    }

    long number() {
        return value(NUMBER);
    }

    String path() {
        return text(PATH);
    }

    /** Whether a path is its root or below it. */
    boolean hasAtOrBelow(String other) {
        String path = path();
        return other.startsWith(path) && (other.length() == path.length() || other.charAt(path.length()) == '/');
    }

    boolean isOf(String cluster, String user) {
        return text(CLUSTER).equals(cluster) && text(USER).equals(user);
    }

    /** Since when it is held, in milliseconds since the epoch, by the store's clock. */
    long sinceMillis() {
        return value(SINCE);
    }

    long leaseMillis() {
        return value(LEASE);
    }

    /** Whether a lease is about the same directory and numbers. */
    boolean isOf(DecoupledLease lease) {
        return lease.number() == number()
                && lease.root().directory() == value(DIRECTORY)
                && lease.inodes().first() == value(FIRST)
                && lease.inodes().count() == value(COUNT);
    }

    /** The text of the policy that its clients follow; empty if they follow none. */
    String policy() {
        return text(POLICY);
    }

    LocalSubtree following(String policy) {
        return with(POLICY, policy);
    }

    /** When it was last synced, or else decoupled, in milliseconds since the epoch, by this machine's clock. */
    long syncedMillis() {
        return value(SYNCED);
    }

    LocalSubtree syncedAt(long millis) {
        return with(SYNCED, Long.toString(millis));
    }

    /** The first inode number that was never used. */
    long nextInode() {
        return value(NEXT);
    }

    /** How many bytes of the journal are known to be on the disk. */
    long persistedBytes() {
        return value(BYTES);
    }

    LocalSubtree used(long nextInode, long persistedBytes) {
        return with(NEXT, Long.toString(nextInode), BYTES, Long.toString(persistedBytes));
    }

    /** A merge that leaves it decoupled was about to begin, and may have been finished. */
    boolean isSyncing() {
        return text(MERGE).equals("sync");
    }

    /** A merge that ends it was about to begin, and may have been finished. */
    boolean isMerging() {
        return text(MERGE).equals("merge");
    }

    /** What such a merge has. Immutable. */
    static final class Marked {
        private static final Marked NOTHING = new Marked(0, 0, 0);

        private final int chunks;
        private final long checksum;
        private final long witness;

        /**
         * What a merge has.
         *
         * @param chunks how many chunks of the journal, from the first on
         * @param checksum the CRC-32 of those
         * @param witness an inode that it makes; 0 if it makes none
         */
        Marked(int chunks, long checksum, long witness) {
            this.chunks = chunks;
            this.checksum = checksum;
            this.witness = witness;
        }

        int chunks() {
            return chunks;
        }

        long checksum() {
            return checksum;
        }

        long witness() {
            return witness;
        }
    }

    Marked marked() {
        return new Marked((int) value(CHUNKS), value(CHUNKS_SUM), value(WITNESS));
    }

    LocalSubtree merging(boolean keep, Marked marked) {
        return marked(keep ? "sync" : "merge", marked);
    }

    LocalSubtree notMerging() {
        return marked("", Marked.NOTHING);
    }

    private LocalSubtree marked(String merge, Marked marked) {
        return with(
                MERGE,
                merge,
                CHUNKS,
                Integer.toString(marked.chunks()),
                CHUNKS_SUM,
                Long.toString(marked.checksum()),
                WITNESS,
                Long.toString(marked.witness()));
    }
}
