package io.lambdafs.store.volume;

import static java.util.Objects.requireNonNull;

/** What a transaction has relied on, and what must hold when it commits. */
public sealed interface Assertion {
    /**
     * Nobody has changed the item since.
     *
     * @param commit the number of its {@link Version}
     */
    record Unchanged(Item item, long commit) implements Assertion {
        public Unchanged {
            requireNonNull(item, "item");
        }
    }

    /** The object has this length: something was read up to its end, or its length was asked for. */
    record LengthIs(long object, long length) implements Assertion {
        public LengthIs {
            Item.requireObject(object);
        }
    }

    /** The object has this length or a greater one: something was read before that. */
    record LengthAtLeast(long object, long length) implements Assertion {
        public LengthAtLeast {
            Item.requireObject(object);
        }
    }
}
