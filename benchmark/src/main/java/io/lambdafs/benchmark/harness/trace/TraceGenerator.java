package io.lambdafs.benchmark.harness.trace;

import io.lambdafs.benchmark.harness.arrival.Arrivals;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.workload.GeneratedOperations;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a trace from a plan: what clients would do if each operation succeeded, and one client after the other took the next that is due. For one
 * thread.
 */
public final class TraceGenerator {
    private final RunPlan plan;
    private final List<GeneratedOperations> clients = new ArrayList<>();
    private long lines;

    /**
     * A trace of a plan with an open load.
     *
     * @param owner to whom clients give files
     */
    public TraceGenerator(RunPlan plan, String owner) {
        this.plan = plan;
        for (int i = 0; i < plan.clients(); i++) {
            clients.add(new GeneratedOperations(plan.client(i, owner)));
        }
    }

    /** Writes it to a file; returns how many operations it has. */
    public long write(Path file) throws IOException {
        long nanos = plan.work().phases().stream().mapToLong(Phase::nanos).sum();
        TraceHead head =
                new TraceHead(plan.base(), plan.clients(), nanos, plan.work().name() + " " + plan.load());
        try (TraceWriter out = new TraceWriter(file, head)) {
            for (int i = 0; i < clients.size(); i++) {
                for (PathOperation operation :
                        clients.get(i).initial(plan.work().subtrees())) {
                    add(out, i, TraceLine.BEFORE, operation);
                }
            }
            long begin = 0;
            for (int i = 0; i < plan.work().phases().size(); i++) {
                phase(out, i, begin);
                begin += plan.work().phases().get(i).nanos();
            }
        }
        return lines;
    }

    private void phase(TraceWriter out, int number, long begin) {
        Phase phase = plan.work().phases().get(number);
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).begin(number, phase.mix(i, clients.size()));
        }
        Arrivals arrivals = plan.load().arrivals(plan.seed());
        int client = 0;
        for (long due = arrivals.next(); due < phase.nanos(); due = arrivals.next()) {
            Optional<PathOperation> operation = clients.get(client).next();
            if (operation.isPresent()) {
                add(out, client, begin + due, operation.get());
            }
            client = (client + 1) % clients.size();
        }
    }

    private void add(TraceWriter out, int client, long due, PathOperation operation) {
        clients.get(client).succeeded(operation);
        out.write(new TraceLine(client, due, operation));
        lines++;
    }
}
