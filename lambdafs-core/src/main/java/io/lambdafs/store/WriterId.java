package io.lambdafs.store;

import org.jspecify.annotations.Nullable;

/** The name under which one incarnation of a NameNode or of a housekeeper writes; never used twice. */
public record WriterId(long value) {
    // As of INodeId.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WriterId writer && value == writer.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }

    @Override
    public String toString() {
        return "writer-" + value;
    }
}
