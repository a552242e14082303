package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.arrival.Arrivals;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.workload.OperationSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The operations of one client as a trace has them, each due when the trace says. For one thread. */
final class ReplayedOperations implements OperationSource, DueTimes {
    private final Deque<TraceLine> left;
    private final ExpectedNamespace expected;

    ReplayedOperations(String base, List<TraceLine> lines) {
        this.expected = new ExpectedNamespace(base);
        this.left = new ArrayDeque<>(lines);
    }

    @Override
    public long take(long now) {
        TraceLine line = left.peek();
        return line == null ? Arrivals.NEVER : line.dueNanos();
    }

    @Override
    public Optional<PathOperation> next() {
        return Optional.ofNullable(left.poll()).map(TraceLine::operation);
    }

    @Override
    public void succeeded(PathOperation operation) {
        expected.apply(operation);
    }

    @Override
    public void failed(PathOperation operation) {
        expected.failed(operation);
    }

    ExpectedNamespace expected() {
        return expected;
    }
}
