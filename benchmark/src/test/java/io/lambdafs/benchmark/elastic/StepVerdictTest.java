package io.lambdafs.benchmark.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.open.ClientSecond;
import io.lambdafs.benchmark.open.RunSummary;
import io.lambdafs.benchmark.stack.ServerSecond;
import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StepVerdictTest {
    private static final int BEFORE = StepExperiment.BEFORE;
    private static final int SECONDS = BEFORE + 25;
    private static final int DUE = 100;

    /** A run of which each second of the burst had so many within three seconds, and whose last one was done at a second. */
    private static Run run(int within3, int done, double lastDone) {
        List<Run.Row> rows = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            boolean burst = i >= BEFORE && i < BEFORE + 15;
            long last = burst ? (long) (lastDone * 1e6) : 0;
            ClientSecond client = new ClientSecond(
                    i, DUE, DUE, done, 0, 1_000, 2_000, 50, within3, done, last, 10, 90, 0, 0, 0, 0, 0);
            int present = i < BEFORE + 2 ? 2 : 4;
            rows.add(new Run.Row(
                    client, new ServerSecond(present, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500), 0.001, 0.002));
        }
        return new Run("step", "mix", new RunSummary(0, 0, 0, 1, 2, 3, ""), rows, List.of());
    }

    private static List<Target> judged(Run run) {
        Outcome.Draft draft = new Outcome.Draft(new StepExperiment());
        StepExperiment.judge(run, draft);
        return draft.outcome().targets();
    }

    @Test
    void aBurstThatIsDoneInTime_meetsAll() {
        assertThat(judged(run(95, DUE, BEFORE + 15.5))).allMatch(Target::isMet);
    }

    @Test
    void aBurstThatIsLate_missesWhatItMisses() {
        assertThat(judged(run(80, DUE, BEFORE + 15.5)))
                .filteredOn(target -> !target.isMet())
                .extracting(Target::value)
                .containsExactly(0.8);
        assertThat(judged(run(95, DUE, BEFORE + 21)))
                .filteredOn(target -> !target.isMet())
                .extracting(Target::value)
                .containsExactly(21.0);
        assertThat(judged(run(95, 99, BEFORE + 15.5)))
                .filteredOn(target -> !target.isMet())
                .extracting(Target::value)
                .containsExactly(0.99);
    }

    @Test
    void firstFurtherInstance_isNoted() {
        Outcome.Draft draft = new Outcome.Draft(new StepExperiment());
        StepExperiment.judge(run(95, DUE, BEFORE + 15.5), draft);
        assertThat(draft.outcome().notes())
                .singleElement()
                .asString()
                .contains("second 3 of the burst", "2 were", "4 at most");
    }

    @Test
    void backlogAndCost_addUp() {
        Run run = run(95, 90, BEFORE + 15.5);
        assertThat(run.backlog().get(SECONDS - 1)).isEqualTo(SECONDS * 10L);
        assertThat(run.dollarsProvisioned()).isEqualTo(2 * run.dollarsPayPerUse());
        assertThat(run.perSecond(BEFORE, BEFORE + 15)).isEqualTo(90);
        assertThat(run.foreignCpuMillis()).isEqualTo(500);
        assertThat(run.rows().get(0).httpShare()).isEqualTo(0.1);
    }

    @Test
    void timeline_hasAValueForEachColumn() {
        List<String> lines = ElasticResultFiles.csv(run(95, DUE, BEFORE + 15.5));
        assertThat(lines).hasSize(SECONDS + 1);
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(32));
        assertThat(lines.get(0)).startsWith("second,due,").endsWith("provisioned_usd");
    }

    @Test
    void charts_showEveryLine() {
        assertThat(RunCharts.of(run(95, DUE, BEFORE + 15.5)).values())
                .hasSize(6)
                .allSatisfy(chart -> assertThat(chart.svg()).contains("<path d=\"M"));
    }
}
