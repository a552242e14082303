package io.lambdafs.coordinator.zk;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.zookeeper.KeeperException.Code;

/**
 * One listing of everything that concerns a member. The requests are sent at once, and the contents that are not in names
 * when the names are known. Not thread-safe.
 */
final class Look {
    private final MemberLocation place;
    private final String invDirectory;
    private final Known known;
    private final Answers answers;
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> acks = new HashSet<>();
    private final Set<String> members = new HashSet<>();
    private final Set<String> invNames = new HashSet<>();
    private final Map<String, byte[]> unknownInvs = new HashMap<>();
    private final Map<String, Long> creations = new HashMap<>();
    private int outstanding;

    /** Tells the names of those INVs that need not be read, and of those members' znodes whose order does not matter. */
    record Known(Predicate<String> invs, Predicate<String> members) {}

    /**
     * What comes of it: one of these, or nothing if the connection is lost before.
     *
     * @param done runs when all has been answered
     * @param refused takes what ZooKeeper says of a request that it will not carry out
     */
    record Answers(Runnable done, Consumer<Code> refused) {}

    /** Not begun yet. */
    Look(MemberLocation place, String invDirectory, Known known, Answers answers) {
        this.place = place;
        this.invDirectory = invDirectory;
        this.known = known;
        this.answers = answers;
    }

    void begin(String ackDirectory) {
        // Members come last: of a member that is acknowledged and no member then, nobody will come back.
        list(place.paths().acks(), acknowledged::addAll);
        list(invDirectory, this::invs);
        list(ackDirectory, acks::addAll);
        list(place.paths().members(), this::members);
    }

    private void members(List<String> names) {
        members.addAll(names);
        names.stream().filter(known.members().negate()).forEach(this::readCreation);
    }

    private void readCreation(String name) {
        outstanding++;
        place.link().creation(place.paths().member(name), (code, creation) -> {
            if (code == Code.OK) {
                creations.put(name, creation);
            }
            answered(code);
        });
    }

    private void list(String directory, Consumer<List<String>> names) {
        outstanding++;
        place.link().children(directory, (code, children) -> {
            if (code == Code.OK) {
                names.accept(children);
            }
            answered(code);
        });
    }

    private void invs(List<String> names) {
        invNames.addAll(names);
        for (String name : names) {
            if (!known.invs().test(name)) {
                InvName.contentIn(name).ifPresentOrElse(content -> unknownInvs.put(name, content), () -> read(name));
            }
        }
    }

    private void read(String name) {
        outstanding++;
        place.link().content(invDirectory + '/' + name, (code, content) -> {
            if (code == Code.OK) {
                unknownInvs.put(name, content);
            }
            answered(code);
        });
    }

    private void answered(Code code) {
        if (code != Code.OK && code != Code.NONODE) {
            if (!SessionLink.isLoss(code)) {
                answers.refused().accept(code);
            }
            return;
        }
        outstanding--;
        if (outstanding == 0) {
            answers.done().run();
        }
    }

    /** The numbers of the members to whom something can be acknowledged. */
    Set<String> acknowledged() {
        return acknowledged;
    }

    /** The names of what is acknowledged to the own member. */
    Set<String> acks() {
        return acks;
    }

    /** The names of the members' znodes. */
    Set<String> members() {
        return members;
    }

    /**
     * Of the members that were not known, the names of those created after this one, in the order in which they were; without
     * those that have gone since.
     */
    List<String> membersAfter(String name) {
        long creation = creations.getOrDefault(name, Long.MAX_VALUE);
        return creations.entrySet().stream()
                .filter(other -> other.getValue() > creation)
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The names of the INVs to the own deployment. */
    Set<String> invNames() {
        return invNames;
    }

    /** The contents of those that were not known. */
    Map<String, byte[]> unknownInvs() {
        return unknownInvs;
    }
}
