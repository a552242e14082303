package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

/**
 * The smallest part of a volume that has a version of its own.
 *
 * @param object the number of the object that it belongs to, at least 1
 * @param name which of that kind it is; empty for kinds of which an object has one
 */
public record Item(long object, Kind kind, ByteString name) {
    /** The longest name, in bytes. */
    public static final int MAX_NAME = 1024;

    /** What parts an object has. The numbers are stored and never change. */
    public enum Kind {
        /** A value that is read and written as a whole; its name is one byte, the field's number. */
        FIELD(0),
        /** A number that says how far the blocks count; there is one. */
        LENGTH(1),
        /** So many bytes as the volume's blocks have; its name is its index, eight bytes with the highest first. */
        BLOCK(2),
        /** A member of the object, by its name. */
        ENTRY(3),
        /** Stands for all entries: its version changes when one is added, replaced or removed. It has no value. */
        MEMBERS(4);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** What stands for it in stored rows. */
        public int number() {
            return number;
        }

        /** The kind with this number, or an {@link IllegalArgumentException}. */
        public static Kind numbered(int number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no kind of item has the number " + number);
        }
    }

    public Item {
        requireNonNull(kind, "kind");
        requireObject(object);
        boolean fits = switch (kind) {
            case FIELD -> name.length() == 1;
            case LENGTH, MEMBERS -> name.isEmpty();
            case BLOCK -> name.length() == Long.BYTES && name.array()[0] >= 0;
            case ENTRY -> !name.isEmpty() && name.length() <= MAX_NAME;
        };
        if (!fits) {
            throw new IllegalArgumentException("no item of kind " + kind + " has the name " + name);
        }
    }

    /** Refuses a number that no object has, with an {@link IllegalArgumentException}. */
    public static void requireObject(long object) {
        if (object < 1) {
            throw new IllegalArgumentException("an object's number is at least 1: " + object);
        }
    }

    /** A field, by its number from 0 to 127. */
    public static Item field(long object, int number) {
        if (number < 0 || number > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("a field's number is 0 to 127: " + number);
        }
        return new Item(object, Kind.FIELD, ByteString.owning(new byte[] {(byte) number}));
    }

    /** How far the object's blocks count. */
    public static Item length(long object) {
        return new Item(object, Kind.LENGTH, ByteString.EMPTY);
    }

    /** A block, by its index from 0. */
    public static Item block(long object, long index) {
        return new Item(
                object,
                Kind.BLOCK,
                ByteString.owning(ByteBuffer.allocate(Long.BYTES).putLong(index).array()));
    }

    /** A member, by its name. */
    public static Item entry(long object, ByteString name) {
        return new Item(object, Kind.ENTRY, name);
    }

    /** What stands for all members. */
    public static Item members(long object) {
        return new Item(object, Kind.MEMBERS, ByteString.EMPTY);
    }

    /** The index of a block. */
    public long index() {
        if (kind != Kind.BLOCK) {
            throw new IllegalStateException(this + " has no index");
        }
        return ByteBuffer.wrap(name.array()).getLong();
    }

    @Override
    public String toString() {
        return switch (kind) {
            case FIELD -> "field " + name.array()[0] + " of object " + object;
            case LENGTH -> "the length of object " + object;
            case BLOCK -> "block " + index() + " of object " + object;
            case ENTRY -> "entry '" + name.text() + "' of object " + object;
            case MEMBERS -> "the members of object " + object;
        };
    }
}
