package io.lambdafs.coordinator.zk;

import io.lambdafs.store.WriterId;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Removes what members left that are gone. Each step is sent when the one before is answered; what a lost connection
 * interrupts is left to the next sweep, and one is made at every join.
 */
final class Sweep {
    private static final int MAX_ROUNDS = 3;

    private final ZnodePaths paths;
    private final SessionLink link;

    Sweep(MemberLocation place) {
        this.paths = place.paths();
        this.link = place.link();
    }

    /** Removes what was acknowledged to a member: nobody else reads it. */
    void acks(WriterId member) {
        acks(member, MAX_ROUNDS);
    }

    private void acks(WriterId member, int roundsLeft) {
        String directory = paths.acks(member);
        link.children(directory, (code, names) -> {
            if (code == Code.OK) {
                names.forEach(name -> link.delete(directory + '/' + name, unimportant -> {}));
                link.delete(directory, removed -> {
                    if (removed == Code.NOTEMPTY && roundsLeft > 1) {
                        // Somebody acknowledged something just now.
                        acks(member, roundsLeft - 1);
                    }
                });
            }
        });
    }

    /** Removes the INVs of a member, to whichever deployments. */
    void invs(WriterId member) {
        String start = InvName.start(member);
        link.children(
                paths.invs(),
                (code, deployments) -> deployments.forEach(deployment -> {
                    String directory = paths.invs() + '/' + deployment;
                    link.children(directory, (listed, names) -> remove(directory, start, names));
                }));
    }

    private void remove(String directory, String start, List<String> names) {
        names.stream()
                .filter(name -> name.startsWith(start))
                .forEach(name -> link.delete(directory + '/' + name, unimportant -> {}));
    }
}
