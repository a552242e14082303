package io.lambdafs.deployments;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import java.time.Duration;
import java.util.List;

/**
 * The number of deployments that the store records. Thread-safe.
 *
 * <p>What a NameNode may cache, and which members it informs of a change, depends on this number. Two NameNodes with
 * different numbers would not inform each other, so a NameNode compares its number with the store's twice. It compares
 * when it has registered its name as a writer, and again when it has registered as a member, before it caches anything.
 *
 * <p>A change marks the number as changing, waits until no member is registered, fences every writer, and records the
 * new number. A NameNode that registered as a writer before the mark is fenced. One that registers as a member after
 * the change has listed the members makes its second comparison after the mark, and fails. One that registered before
 * is in the list.
 */
public final class DeploymentNumber {
    /** What is recorded while the number is being changed. */
    public static final int CHANGING = 0;

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration FENCE = Duration.ofSeconds(10);

    private final MetadataStore store;

    /** The number in this store. */
    public DeploymentNumber(MetadataStore store) {
        this.store = requireNonNull(store, "store");
    }

    /**
     * Makes sure that the store records this number; records it if the store has none yet.
     *
     * @param who the instance or the setting that has the number, for the message
     * @throws WrongDeploymentsException if another one is recorded, or the number is being changed
     */
    public void require(int number, String who) {
        int recorded = store.deployments(number);
        if (recorded == CHANGING) {
            throw new WrongDeploymentsException(
                    who + " divides the namespace among " + number
                            + " deployments, but their number is being changed: wait"
                            + " until `lambdafs start --deployments N` has ended, or run it again if it was interrupted",
                    recorded);
        }
        if (recorded != number) {
            throw new WrongDeploymentsException(
                    who + " divides the namespace among " + number + " deployments, but the store records " + recorded
                            + ": use " + recorded + ", or change the number by `lambdafs start --deployments " + number
                            + "` while no instance runs",
                    recorded);
        }
    }

    /**
     * Changes the number, if it is another one. It is an error if NameNodes are still members after the bound; the number stays
     * as it was then.
     *
     * @param members where NameNodes register
     * @param bound how long to wait for the members to go
     * @throws IllegalStateException if NameNodes still run
     */
    public void change(int number, Coordinator members, Duration bound, Pause pause) {
        // A store that records none may be of an older release, whose NameNodes look at no number: they must go, too.
        int before = store.deployments(CHANGING);
        if (before == number) {
            return;
        }
        if (before != CHANGING && !store.changeDeployments(before, CHANGING)) {
            throw new IllegalStateException("somebody else changes the number of deployments: try again");
        }
        List<Member> left = awaitDepartures(members, bound, pause);
        if (!left.isEmpty()) {
            store.changeDeployments(CHANGING, before);
            throw new IllegalStateException(
                    "the number of deployments cannot be changed" + (before == CHANGING ? "" : " from " + before)
                            + " to " + number + " while NameNodes run: " + left + ". Stop them, and start again");
        }
        store.writers().forEach(writer -> store.fence(writer.id(), FENCE));
        if (!store.changeDeployments(CHANGING, number)) {
            throw new IllegalStateException(
                    "somebody else changes the number of deployments, too: look at it and try again");
        }
    }

    private static List<Member> awaitDepartures(Coordinator members, Duration bound, Pause pause) {
        long looks = Math.max(1, bound.dividedBy(LOOK));
        List<Member> left = members.members();
        for (long look = 0; look < looks && !left.isEmpty(); look++) {
            pause.pause(LOOK);
            left = members.members();
        }
        return left;
    }
}
