package io.lambdafs.faas.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.testkit.store.ForgetfulVolumeStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Function instances whose calls alternate at random get the answers that they would get if one transaction ran after
 * the other, in the order of their commits. The test runs them again in that order, on an empty volume, and each call
 * must give the answer that it gave before.
 */
final class SerialReplayTest {
    private static final int INSTANCES = 4;
    private static final int BLOCK = 1024;
    private static final List<CacheUpdate> UPDATES = List.of(CacheUpdate.values());

    /** A transaction and what its calls answered. */
    private record Ran(long number, boolean wrote, List<RandomCall> calls, List<String> answers) {}

    private static final class Instance {
        private final VolumeFiles files;
        private final Random random;
        private final List<Ran> committed;
        private final List<RandomCall> calls = new ArrayList<>();
        private final List<String> answers = new ArrayList<>();
        private int left;
        private int lost;

        Instance(VolumeFiles files, Random random, List<Ran> committed) {
            this.files = files;
            this.random = random;
            this.committed = committed;
        }

        void act() {
            if (left == 0) {
                files.begin();
                calls.clear();
                answers.clear();
                left = 1 + random.nextInt(8);
            } else if (left-- > 1) {
                RandomCall call = RandomCall.any(random);
                calls.add(call);
                answers.add(call.on(files));
            } else {
                end();
            }
        }

        private void end() {
            if (random.nextInt(10) == 0) {
                files.rollBack();
                return;
            }
            boolean wrote = files.hasWritten();
            if (files.commit() instanceof VolumeFiles.End.Committed done) {
                committed.add(new Ran(done.number(), wrote, List.copyOf(calls), List.copyOf(answers)));
            } else {
                lost++;
            }
        }
    }

    private static int run(long seed, int steps, UnaryOperator<VolumeStore> seen) {
        Random random = new Random(seed);
        TestVolume volume = new TestVolume(BLOCK, seen);
        List<Ran> committed = new ArrayList<>();
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            CacheUpdate update = UPDATES.get(random.nextInt(UPDATES.size()));
            instances.add(new Instance(volume.instance(update), random, committed));
        }
        for (int step = 0; step < steps; step++) {
            instances.get(random.nextInt(INSTANCES)).act();
        }
        replay(committed);
        return instances.stream().mapToInt(instance -> instance.lost).sum();
    }

    private static void replay(List<Ran> committed) {
        VolumeFiles files = new TestVolume(BLOCK).instance(CacheUpdate.EAGER);
        committed.sort(Comparator.comparingLong(Ran::number).thenComparing(ran -> !ran.wrote()));
        for (Ran ran : committed) {
            files.begin();
            for (int i = 0; i < ran.calls().size(); i++) {
                RandomCall call = ran.calls().get(i);
                assertThat(call.on(files))
                        .as("%s of commit %d", call, ran.number())
                        .isEqualTo(ran.answers().get(i));
            }
            assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
        }
    }

    @Test
    void alternatingTransactions_answerAsIfOneRanAfterTheOther() {
        requireSeeds(1, 150);
    }

    @Test
    @Tag("long")
    void manyAlternatingTransactions_answerAsIfOneRanAfterTheOther() {
        requireSeeds(1_000, 4_000);
    }

    private static void requireSeeds(int first, int count) {
        int lost = 0;
        for (int seed = first; seed < first + count; seed++) {
            try {
                lost += run(seed, 600, store -> store);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        // There were conflicts.
        assertThat(lost).isGreaterThan(count);
    }

    @ParameterizedTest
    @ValueSource(classes = {Assertion.Unchanged.class, Assertion.LengthIs.class})
    void withoutAnAssertion_anAnswerIsAnotherOne(Class<?> kind) {
        Predicate<Assertion> others = assertion -> !kind.isInstance(assertion);
        for (int seed = 1; seed <= 300; seed++) {
            try {
                run(seed, 600, store -> new ForgetfulVolumeStore(store, others));
            } catch (AssertionError found) {
                return;
            }
        }
        fail("no run notices that nothing of " + kind + " is asserted");
    }
}
