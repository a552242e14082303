package io.lambdafs.benchmark.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PaperPartsTest {
    private static final Setup SETUP = new Setup(1_200, 150, 4, 0);

    private static PaperOptions parse(String... more) {
        List<String> args = new ArrayList<>(List.of("home=h", "jar=j", "server-classpath=s", "work=w", "out=o"));
        args.addAll(List.of(more));
        return PaperOptions.parse(args.toArray(String[]::new), List.of("bursts", "faults"));
    }

    @Test
    void withoutOptions_everythingIsMeasured() {
        PaperOptions options = parse();

        assertThat(options.only()).containsExactly("bursts", "faults");
        assertThat(options.modes()).isEqualTo(Mode.keys());
        assertThat(options.small()).isFalse();
        assertThat(options.rate()).isZero();
        assertThat(parse("size=small", "rate=300", "modes=hdfs,lambdafs").modes())
                .containsExactly("hdfs", "lambdafs");
    }

    @Test
    void nonsense_isRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("only=nap"))
                .withMessage("--only has no experiment 'nap': there are bursts, faults");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("modes=ceph"))
                .withMessageStartingWith("--modes has no mode 'ceph': there are lambdafs, stateless");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("rate=-1"))
                .withMessage("--rate is 1 to 1000000, not -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("rate=fast"))
                .withMessage("--rate needs a whole number, not 'fast'");
    }

    @Test
    void systems_divideThePoolAsTheySay() {
        assertThat(Mode.LAMBDAFS.cpuMillis(SETUP)).isEqualTo(150);
        assertThat(Mode.STATELESS.cpuMillis(SETUP)).isEqualTo(600);
        assertThat(String.join(" ", Mode.LAMBDAFS.startOptions(SETUP)))
                .isEqualTo("--gateway off --mode lambdafs --deployments 4 --max-instances 0 --pool-cpu-millis 1200");
        assertThat(String.join(" ", Mode.STATELESS.startOptions(SETUP)))
                .isEqualTo("--gateway off --mode stateless --deployments 2 --max-instances 1 --pool-cpu-millis 1200");
        assertThat(String.join(" ", Mode.HTTP_ONLY.startOptions(SETUP))).contains("--max-instances 2");
        // A pool that is too small for two servers has room for the smallest ones.
        assertThat(String.join(" ", Mode.COST_NORMALIZED.startOptions(SETUP.withPool(60))))
                .endsWith("--pool-cpu-millis 100");
        assertThat(Mode.REDUCED_CACHE.functionSettings(1_000)).containsEntry("LAMBDAFS_CACHE_BYTES", "1000");
        assertThat(Mode.LAMBDAFS.functionSettings(1_000)).isEmpty();
    }

    @Test
    void busyTime_isThatOfTheInstancesTogether() {
        BusyInstances before = metrics("1", 2.1);
        BusyInstances after = metrics("1", 4.1);

        assertThat(before.seconds()).containsExactlyEntriesOf(Map.of("1", 2.1));
        assertThat(after.since(before, 60, 60)).isCloseTo(2.0, within(1e-9));
        // Never more than the time that has passed, nor than instances have worked.
        assertThat(after.since(before, 1, 60)).isEqualTo(1);
        assertThat(after.since(before, 60, 0.5)).isEqualTo(0.5);
        // Of an instance that has ended nobody knows.
        assertThat(after.since(metrics("7", 1), 60, 42)).isEqualTo(42);
        assertThat(new BusyInstances(Map.of()).since(before, 60, 42)).isEqualTo(42);
    }

    private static BusyInstances metrics(String instance, double seconds) {
        String labels = "{deployment=\"namenode0\",instance_id=\"" + instance + "\"} ";
        return BusyInstances.of(("# HELP lambdafs_busy_seconds_total of requests\n"
                        + "lambdafs_busy_seconds_total" + labels + seconds + "\n"
                        + "lambdafs_other_busy_seconds_total" + labels + "99\n")
                .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void sweep_hasARowForEachOperationAndSize() {
        SweepResults results = new SweepResults("clients", List.of(8, 16));
        PhaseMeasurement run = Runs.of(Mode.LAMBDAFS, new int[] {100}, 200);
        results.add(Mode.LAMBDAFS, 8, Map.of("read", run));
        results.add(Mode.STATELESS, 8, Map.of("read", Runs.of(Mode.STATELESS, new int[] {50}, 200)));

        assertThat(results.table("t", each -> each.phase().throughput()).csv())
                .containsExactly("operation,clients,lambdafs,stateless", "read,8,100,50", "read,16,,");
        assertThat(results.ratio(
                        Mode.LAMBDAFS,
                        Mode.STATELESS,
                        "read",
                        each -> each.phase().throughput()))
                .isEqualTo(2);
        assertThat(results.ratio(
                        Mode.LAMBDAFS, Mode.HDFS, "read", each -> each.phase().throughput()))
                .isNaN();
    }

    @Test
    void cellsWithCommas_areQuoted_andRowsHaveACellForEachColumn() {
        assertThat(new DataTable("t", List.of("a"), List.of(List.of("x, \"y\""))).csv())
                .containsExactly("a", "\"x, \"\"y\"\"\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataTable("t", List.of("a", "b"), List.of(List.of("1"))));
    }
}
