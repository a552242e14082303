package io.lambdafs.store;

/** The name under which one incarnation of a NameNode or of a housekeeper writes; never used twice. */
public record WriterId(long value) {
    @Override
    public String toString() {
        return "writer-" + value;
    }
}
