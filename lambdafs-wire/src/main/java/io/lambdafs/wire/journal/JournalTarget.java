package io.lambdafs.wire.journal;

import java.util.List;

/**
 * Takes the changes of a journal one after another. Times are in milliseconds since the epoch, by the client's clock.
 *
 * <p>Every method throws {@link JournalException} for a change that cannot be after those before it, and then the target is of
 * no use any more.
 */
public interface JournalTarget {
    /** A directory is made. */
    void makeDirectory(long parent, String name, long id, int permission, long timeMillis);

    /** A file was written and closed: one that is still being written is in no journal. */
    void createFile(Place place, long id, JournalledFile file);

    /** A file that the journal made was written again, and these are all its blocks. */
    void rewriteFile(long id, long timeMillis, List<JournalBlock> blocks);

    /** What has this name goes, with all below it. */
    void delete(long parent, String name, long timeMillis);

    /** What has a name gets another one; nothing has that one. */
    void rename(Place from, Place to, long timeMillis);

    void setPermission(long id, int permission);

    /** Another owner, another group, or both; an empty text leaves what is. */
    void setOwner(long id, String owner, String group);

    /** Other times; a negative one leaves what is. */
    void setTimes(long id, long modificationMillis, long accessMillis);

    void setReplication(long id, int replication);

    /** An entry of a directory. Immutable. */
    final class Place {
        private final long parent;
        private final String name;

        public Place(long parent, String name) {
            this.parent = parent;
            this.name = name;
        }

        /** The number of the directory. */
        public long parent() {
            return parent;
        }

        public String name() {
            return name;
        }
    }
}
