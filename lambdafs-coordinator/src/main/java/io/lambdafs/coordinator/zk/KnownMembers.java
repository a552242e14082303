package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The other members, by their znodes' names. Not thread-safe. */
final class KnownMembers {
    private final Listener listener;
    private final SerialCalls calls;
    private final Map<String, Member> members = new HashMap<>();

    KnownMembers(Listener listener, SerialCalls calls) {
        this.listener = listener;
        this.calls = calls;
    }

    /** Takes those who were there before, without telling of them. */
    Set<Member> begin(Set<String> names) {
        names.forEach(name -> members.put(name, MemberName.parse(name)));
        return new HashSet<>(members.values());
    }

    void joined(String name) {
        if (!members.containsKey(name)) {
            Member member = MemberName.parse(name);
            members.put(name, member);
            calls.put(() -> listener.joined(member));
        }
    }

    /** Tells of a departure, unless it was not known. */
    Optional<Member> departed(String name) {
        Optional<Member> member = Optional.ofNullable(members.remove(name));
        member.ifPresent(gone -> calls.put(() -> listener.departed(gone.writer())));
        return member;
    }

    /** Those known that are not in the list. */
    List<String> missingIn(Set<String> names) {
        return members.keySet().stream().filter(name -> !names.contains(name)).toList();
    }

    boolean isMember(WriterId writer) {
        return members.values().stream().anyMatch(member -> member.writer().equals(writer));
    }

    /** Whether no other member has a lower number. */
    boolean noneBefore(WriterId writer) {
        return members.values().stream().noneMatch(member -> member.writer().value() < writer.value());
    }
}
