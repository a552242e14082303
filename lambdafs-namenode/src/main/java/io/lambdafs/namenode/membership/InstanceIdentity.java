package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;

/**
 * The identity of a NameNode instance, over all its incarnations.
 *
 * @param deployment the number of its function deployment
 * @param instance the platform's or the process's name of it
 * @param pid its process id on its machine
 */
public record InstanceIdentity(int deployment, String instance, long pid) {
    private static final String PREFIX = "namenode";
    private static final int MAX_LABEL = 255;

    public InstanceIdentity {
        requireNonNull(instance, "instance");
        if (deployment < 0) {
            throw new IllegalArgumentException("the deployment must not be negative: " + deployment);
        }
    }

    /** How the store's list of writers names it: {@code namenode<deployment>/<instance>}. */
    public String label() {
        String label = PREFIX + deployment + '/' + instance;
        return label.length() <= MAX_LABEL ? label : label.substring(0, MAX_LABEL);
    }

    /** Whether a writer with this label is a NameNode, which is a member, and not one of the other writers. */
    public static boolean isNameNode(String label) {
        int slash = label.indexOf('/');
        return label.startsWith(PREFIX)
                && slash > PREFIX.length()
                && label.substring(PREFIX.length(), slash).chars().allMatch(Character::isDigit);
    }

    /** How an incarnation announces itself. */
    public Member as(WriterId writer) {
        return new Member(deployment, writer, instance, pid);
    }
}
