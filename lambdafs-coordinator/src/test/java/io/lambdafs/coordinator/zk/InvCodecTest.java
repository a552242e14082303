package io.lambdafs.coordinator.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.InvCodec;
import io.lambdafs.coherence.MalformedInvException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of INVs and the names of znodes. */
final class InvCodecTest {
    private static final WriterId LEADER = new WriterId(7);
    private static final Map<Long, Scope> TWO = Map.of(
            1L,
            Scope.ofPaths(FsPath.parse("/a/λ"), FsPath.ROOT),
            1L << 40,
            new Scope(Set.of(FsPath.parse("/b")), Set.of(FsPath.parse("/e")), Set.of(FsPath.parse("/c/d"))));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_261_120})
    void rounds_comeBackAsTheyWere(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Map<Long, Scope> rounds = new LinkedHashMap<>();
            for (int round = random.nextInt(5); round > 0; round--) {
                rounds.put(
                        1 + (random.nextLong() >>> (2 + random.nextInt(61))),
                        new Scope(paths(random), paths(random), paths(random)));
            }
            List<Inv> expected = rounds.entrySet().stream()
                    .map(round -> new Inv(new RoundId(LEADER, round.getKey()), round.getValue()))
                    .toList();
            assertThat(InvCodec.decode(LEADER, InvCodec.encode(rounds))).isEqualTo(expected);
        }
    }

    private static Set<FsPath> paths(Random random) {
        Set<FsPath> paths = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            StringBuilder path = new StringBuilder();
            for (int depth = random.nextInt(5); depth > 0; depth--) {
                path.append('/').append('n').append((char) (0x3b + random.nextInt(0x4000)));
            }
            paths.add(FsPath.parse(path.isEmpty() ? "/" : path.toString()));
        }
        return paths;
    }

    @Test
    void whatIsCutShortOrTooLong_isMalformed() throws Exception {
        byte[] bytes = InvCodec.encode(TWO);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> InvCodec.decode(LEADER, cut)).isInstanceOf(MalformedInvException.class);
        }
        assertThatThrownBy(() -> InvCodec.decode(LEADER, Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(MalformedInvException.class);
    }

    @Test
    void damagedBytes_areReadOrMalformedAndNothingElse() throws Exception {
        byte[] bytes = InvCodec.encode(TWO);
        for (int i = 0; i < bytes.length; i++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] damaged = bytes.clone();
                damaged[i] ^= (byte) (1 << bit);
                try {
                    assertThat(InvCodec.decode(LEADER, damaged)).isNotNull();
                } catch (MalformedInvException expected) {
                    assertThat(expected).isNotNull();
                }
            }
        }
    }

    @Test
    void anotherVersionAndHugeCounts_areMalformed() {
        byte huge = (byte) 0xff;
        for (byte[] bytes : List.of(new byte[] {1, 0}, new byte[] {2, huge, huge, huge, huge, 7}, new byte[] {
            2, huge, huge, huge, huge, huge, huge, huge, huge, huge, huge, huge
        })) {
            assertThatThrownBy(() -> InvCodec.decode(LEADER, bytes)).isInstanceOf(MalformedInvException.class);
        }
    }

    @Test
    void pathWithoutUtf8_isRefused() {
        Scope broken = Scope.ofPaths(FsPath.parse("/\uD800"));
        assertThatThrownBy(() -> InvCodec.encode(Map.of(1L, broken))).isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void invNames_haveShortContentsOnly() throws Exception {
        byte[] small = new byte[InvName.MAX_IN_NAME];
        InvName near = InvName.parse(InvName.of(LEADER, 12, small));
        assertThat(near.leader()).isEqualTo(LEADER);
        assertThat(near.batch()).isEqualTo(12);
        assertThat(near.content())
                .hasValueSatisfying(content -> assertThat(content).isEqualTo(small));
        InvName apart = InvName.parse(InvName.of(LEADER, 13, new byte[InvName.MAX_IN_NAME + 1]));
        assertThat(apart).isEqualTo(new InvName(LEADER, 13, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "7_", "_1", "7_1_2", "a_b", "7_1~*", "7_99999999999999999999"})
    void otherNames_areNoInvs(String name) {
        assertThatThrownBy(() -> InvName.parse(name)).isInstanceOf(MalformedInvException.class);
        assertThat(InvName.contentIn(name)).isPresent();
    }

    @Test
    void acknowledgementNames_comeBackAsTheyWere() {
        Member member = new Member(-1, new WriterId(-5), "x", 1);
        assertThat(AckName.parse(AckName.of(3, member))).contains(new AckName(3, -1, new WriterId(-5)));
        assertThat(AckName.parse("3_1")).isEmpty();
        assertThat(AckName.parse("3_1_x")).isEmpty();
    }

    @Test
    void memberNames_tellTheMember() {
        Member member = new Member(-1, new WriterId(Long.MAX_VALUE), "a/b c\nλ~\"'", Long.MAX_VALUE);
        assertThat(MemberName.parse(MemberName.of(member, "some~suffix"))).isEqualTo(member);
        for (String name : List.of("writer-1-2", "a~b~c", "writer-1~***~c")) {
            assertThatThrownBy(() -> MemberName.parse(name)).isInstanceOf(CoordinatorException.class);
        }
    }
}
