package io.lambdafs.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.WriterId;

/**
 * One incarnation of a NameNode instance, as it announces itself.
 *
 * @param deployment the number of the function deployment that it is an instance of
 * @param writer the name under which it writes to the store; unique to the incarnation
 * @param instance the platform's or the process's name of the instance, for people
 * @param pid its process id on its machine, for people
 */
public record Member(int deployment, WriterId writer, String instance, long pid) {
    public Member {
        requireNonNull(writer, "writer");
        requireNonNull(instance, "instance");
    }
}
