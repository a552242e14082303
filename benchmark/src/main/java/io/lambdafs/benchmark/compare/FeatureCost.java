package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The program: what access control lists, quotas and snapshots cost. Directories with and without them are in one stack and have the same
 * client, so that nothing else differs. With a stack of another checkout beside it, also what writes cost where no feature is in use.
 */
public final class FeatureCost {
    private static final String USER = "ann";
    private static final String ROOT = "/benchmark/";
    private static final String PLAIN = "plain";
    private static final String GUARDED = "guarded";
    private static final String LIMITED = "limited";
    private static final String UNUSED = "unused";
    private static final String BESIDE = "beside";
    private static final Grid STATS = new Grid(List.of("stat"), List.of(1, 8));
    private static final Grid WRITES = new Grid(List.of("create"), List.of(1, 8));
    private static final Grid WITHOUT_FEATURES =
            new Grid(List.of("create", "mkdirs", "rename", "chmod-file"), List.of(1, 8));

    private static final double STAT = 1.05;
    private static final double CREATE = 1.15;
    private static final double WRITERS = 0.8;
    private static final double NOT_IN_USE = 1.02;

    private final CompareOptions options;
    private final Systems systems;
    private final Results results;
    private final List<Target> targets = new ArrayList<>();

    private FeatureCost(CompareOptions options, Results results) {
        this.options = options;
        this.systems = new Systems(options);
        this.results = results;
    }

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            FeatureCost cost = new FeatureCost(options, results);
            cost.run();
            verdict = Verdict.of(cost.targets, System.out);
        }
        System.exit(verdict.status());
    }

    private void run() throws IOException, InterruptedException {
        CompareOptions.Stack stack = options.stack(Systems.CACHED);
        try (SystemUnderTest admin = systems.lambdaFs(stack);
                SystemUnderTest user = systems.lambdaFsOf(stack, USER)) {
            accessAndQuotas(admin, user);
            targets.addAll(new SnapshotCost(admin, options.small()).run());
            if (!options.besideClassPath().isEmpty()) {
                notInUse();
            }
        }
    }

    private void accessAndQuotas(SystemUnderTest admin, SystemUnderTest user) throws IOException, InterruptedException {
        for (String directory : List.of(PLAIN, GUARDED, LIMITED)) {
            admin.once("mkdirs " + ROOT + directory);
        }
        admin.once("acl " + ROOT + GUARDED + " " + USER);
        admin.once("quota " + ROOT + GUARDED);
        admin.once("quota " + ROOT + LIMITED);
        Plan plan = options.plan(Plan.forDifferences());
        List<SystemUnderTest> readers = List.of(user.below(PLAIN), user.below(GUARDED));
        user.keepAwake();
        admin.keepAwake();
        for (SystemUnderTest reader : readers) {
            // The superuser makes it, so that the user reads by an entry of the list.
            admin.below(reader.name()).makeTree(plan.directories(), plan.files());
            reader.shareTree(plan.directories(), plan.files());
            reader.sweep();
        }
        for (String directory : List.of(PLAIN, LIMITED)) {
            admin.once("own " + ROOT + directory + " " + USER);
        }
        STATS.measure(plan, results, readers);
        WRITES.measure(plan, results, List.of(user.below(PLAIN), user.below(LIMITED)));
        for (Cell cell : STATS.cells()) {
            times(cell, "ACLs and quotas / none", GUARDED, PLAIN, STAT);
        }
        times(WRITES.cells().get(0), "below a quota / not", LIMITED, PLAIN, CREATE);
        Cell several = WRITES.cells().get(1);
        targets.add(Target.atLeast(
                name(several) + " below a quota / not: ops/s",
                FigureTargets.ratio(results, several, LIMITED, PLAIN, Rounds::perSecond),
                WRITERS,
                "×"));
    }

    /** A stack of another checkout, without any of the features, has the same work. */
    private void notInUse() throws IOException, InterruptedException {
        try (SystemUnderTest present = systems.lambdaFs(options.stack(UNUSED));
                SystemUnderTest before = new Systems(options.beside()).lambdaFs(options.stack(BESIDE))) {
            present.keepAwake();
            before.keepAwake();
            WITHOUT_FEATURES.measure(options.plan(Plan.forDifferences()), results, List.of(present, before));
        }
        for (Cell cell : WITHOUT_FEATURES.cells()) {
            times(cell, "now / before", UNUSED, BESIDE, NOT_IN_USE);
        }
    }

    /** The time that a caller waits, and the CPU time of all servers. */
    private void times(Cell cell, String what, String with, String without, double most) {
        add(cell, what + ": p50", with, without, Rounds::p50Micros, most);
        add(cell, what + ": CPU", with, without, Rounds::serverMicrosPerOperation, most);
    }

    private void add(
            Cell cell, String what, String with, String without, ToDoubleFunction<Rounds> figure, double most) {
        double ratio = FigureTargets.ratio(results, cell, with, without, figure);
        targets.add(Target.atMost(name(cell) + " " + what, ratio, most, "×"));
    }

    private static String name(Cell cell) {
        return cell.work() + ", " + cell.callers() + (cell.callers() == 1 ? " caller," : " callers,");
    }
}
