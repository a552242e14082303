package io.lambdafs.testkit.history;

/** A file system of which a history is recorded. */
@FunctionalInterface
public interface Namespace {
    /**
     * Executes the operation and returns the answer that the client got. Every failure is an answer: a refusal only if
     * it is certain that nothing was changed, else one whose outcome is unknown.
     */
    Answer execute(FileOperation operation);
}
