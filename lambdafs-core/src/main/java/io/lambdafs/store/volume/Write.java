package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

/** A change that a transaction makes when it commits. Later changes of a transaction find what earlier ones have made. */
public sealed interface Write {
    /** A field or an entry holds this from now on. */
    record Put(Item item, ByteString value) implements Write {
        public Put {
            requireNonNull(value, "value");
            if (item.kind() != Item.Kind.FIELD && item.kind() != Item.Kind.ENTRY) {
                throw new IllegalArgumentException("one does not put " + item);
            }
        }
    }

    /** A field or an entry holds nothing from now on. */
    record Remove(Item item) implements Write {
        public Remove {
            if (item.kind() != Item.Kind.FIELD && item.kind() != Item.Kind.ENTRY) {
                throw new IllegalArgumentException("one does not remove " + item);
            }
        }
    }

    /**
     * A part of a block, whose other bytes stay as they are.
     *
     * @param offset where in the block the part begins; it must end within the block
     */
    record WriteBlock(long object, long index, int offset, ByteString bytes) implements Write {
        public WriteBlock {
            Item.requireObject(object);
            requireNonNull(bytes, "bytes");
            if (index < 0 || offset < 0) {
                throw new IllegalArgumentException("nothing is at byte " + offset + " of block " + index);
            }
        }
    }

    /** The object is at least this long from now on. Does not change a greater length, and relies on none. */
    record Extend(long object, long length) implements Write {
        public Extend {
            Item.requireObject(object);
            requireLength(length);
        }
    }

    /** The object has this length from now on. What is beyond it is gone: if the object grows again, it finds zeros. */
    record Truncate(long object, long length) implements Write {
        public Truncate {
            Item.requireObject(object);
            requireLength(length);
        }
    }

    /** Nobody asks for the object any more, except in transactions that began before. Its number is not used again. */
    record Drop(long object) implements Write {
        public Drop {
            Item.requireObject(object);
        }
    }

    private static void requireLength(long length) {
        if (length < 0) {
            throw new IllegalArgumentException("no object has the length " + length);
        }
    }
}
