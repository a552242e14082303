package io.lambdafs.namenode.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LateAcksTest {
    private static final RoundId ROUND = new RoundId(new WriterId(3), 7);

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> lines = new ArrayList<>();
    private final LateAcks late = new LateAcks(nanos::get, lines::add);

    private static Member member(long writer) {
        return new Member(1, new WriterId(writer), "namenode1-" + writer, 4000 + writer);
    }

    @Test
    void slowRound_namesTheLastMember() {
        late.met(List.of(member(5)));
        late.joined(member(6));
        late.completed(ROUND, LateAcks.LATE.minusNanos(1), new WriterId(6));
        assertThat(lines).isEmpty();
        late.completed(ROUND, Duration.ofMillis(2300), new WriterId(6));
        assertThat(lines)
                .containsExactly("round writer-3.7 took 2300 ms; the last ACK was that of namenode1-6 (pid 4006 of"
                        + " function 1, writer-6)");
    }

    @Test
    void roundThatIsGivenUp_namesAllThatAreMissing() {
        late.met(List.of(member(5)));
        late.givenUp(ROUND, Duration.ofSeconds(6), Set.of(new WriterId(9), new WriterId(5)));
        assertThat(lines)
                .containsExactly("round writer-3.7 is given up after 6000 ms without an ACK of namenode1-5 (pid 4005 of"
                        + " function 1, writer-5), writer-9");
        late.givenUp(ROUND, Duration.ofSeconds(6), Set.of());
        assertThat(lines).as("one that waited for own writes").hasSize(1);
    }

    @Test
    void manyMembers_areCounted() {
        Set<WriterId> missing =
                LongStream.range(10, 30).mapToObj(WriterId::new).collect(Collectors.toUnmodifiableSet());
        late.givenUp(ROUND, Duration.ofSeconds(6), missing);
        assertThat(lines.get(0))
                .contains("writer-10, ", "writer-17 and 12 more")
                .doesNotContain("writer-18");
    }

    @Test
    void manyRounds_areOneLineASecond() {
        for (int i = 0; i < 10; i++) {
            late.completed(ROUND, Duration.ofSeconds(2), new WriterId(6));
        }
        assertThat(lines).hasSize(1);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        late.completed(ROUND, Duration.ofSeconds(2), new WriterId(6));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).endsWith("; 9 more were late since the line before");
    }
}
