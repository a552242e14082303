package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Names the members for whose ACKs a write has waited long: the last one of a slow round, and all that are missing when a round is
 * given up. Says so at most once a second. Used under the node's lock.
 */
final class LateAcks {
    /** A round that takes so long is worth a line. */
    static final Duration LATE = Duration.ofSeconds(1);

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int NAMED = 8;

    /** Of so many members, those that joined last, it knows the instance. The dead are among them: a round may have waited for their end. */
    private static final int KNOWN = 1024;

    private final LongSupplier ticker;
    private final Consumer<String> log;
    private final Map<WriterId, Member> members = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<WriterId, Member> eldest) {
            return size() > KNOWN;
        }
    };
    private boolean spoken;
    private long spokenNanos;
    private long unsaid;

    /**
     * With nobody known.
     *
     * @param ticker nanoseconds since anything
     * @param log takes lines
     */
    LateAcks(LongSupplier ticker, Consumer<String> log) {
        this.ticker = requireNonNull(ticker, "ticker");
        this.log = requireNonNull(log, "log");
    }

    /** These are the others, and no more. */
    void met(Collection<Member> others) {
        members.clear();
        others.forEach(this::joined);
    }

    void joined(Member member) {
        members.put(member.writer(), member);
    }

    /** A round is over after this time, and this member's ACK, or its end, was what it waited for last. */
    void completed(RoundId round, Duration after, WriterId last) {
        if (after.compareTo(LATE) >= 0) {
            say("round " + round + " took " + after.toMillis() + " ms; the last ACK was that of " + named(last));
        }
    }

    /** A round is given up after this time, without the ACKs of these. */
    void givenUp(RoundId round, Duration after, Set<WriterId> missing) {
        if (!missing.isEmpty()) {
            String names = missing.stream()
                    .sorted(Comparator.comparingLong(WriterId::value))
                    .limit(NAMED)
                    .map(this::named)
                    .collect(Collectors.joining(", "));
            String more = missing.size() > NAMED ? " and " + (missing.size() - NAMED) + " more" : "";
            say("round " + round + " is given up after " + after.toMillis() + " ms without an ACK of " + names + more);
        }
    }

    private String named(WriterId writer) {
        Member member = members.get(writer);
        return member == null
                ? writer.toString()
                : member.instance() + " (pid " + member.pid() + " of function " + member.deployment() + ", " + writer
                        + ")";
    }

    private void say(String line) {
        long now = ticker.getAsLong();
        if (spoken && now - spokenNanos < PAUSE_NANOS) {
            unsaid++;
            return;
        }
        log.accept(unsaid == 0 ? line : line + "; " + unsaid + " more were late since the line before");
        spoken = true;
        spokenNanos = now;
        unsaid = 0;
    }
}
