package io.lambdafs.namenode.sim;

import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The other client processes of a user, over whose connections requests travel. Now and then one dies: before it has passed a
 * request on, or while it waits for the answer. Then everybody who had a line to it is told that the line has ended, and nothing else.
 */
final class SimNeighbours {
    private static final int LINES_TO_ONE_DEATH_BEFORE = 6;
    private static final int LINES_TO_ONE_DEATH_AFTER = 3;

    private final SimScheduler scheduler;
    private final RandomGenerator random;
    private final List<Runnable> open = new ArrayList<>();
    private SimProcess present;
    private int number;

    /** What a client that asked for a request to be passed on hears. */
    record Line(SimProcess asker, Consumer<ResponseEnvelope> answered, Runnable ended) {}

    SimNeighbours(SimScheduler scheduler, RandomGenerator random) {
        this.scheduler = scheduler;
        this.random = random;
        present = scheduler.process("neighbour0");
    }

    /** Has the present neighbour pass this request on to an instance. */
    void forward(RequestEnvelope request, SimInstance instance, Line line) {
        SimProcess neighbour = present;
        Runnable lost = () -> line.asker().receive("line ended", line.ended());
        open.add(lost);
        neighbour.receive("request to pass on", () -> {
            if (random.nextInt(LINES_TO_ONE_DEATH_BEFORE) == 0) {
                scheduler.note("NEIGHBOUR DIES BEFORE", request.id().sequence());
                dies(neighbour, Duration.ZERO);
                return;
            }
            instance.process()
                    .receive(
                            "request passed on",
                            () -> instance.take(
                                    request,
                                    answer -> neighbour.receive("answer to pass on", () -> {
                                        open.remove(lost);
                                        line.asker()
                                                .receive(
                                                        "answer",
                                                        () -> line.answered().accept(answer));
                                    })));
            if (random.nextInt(LINES_TO_ONE_DEATH_AFTER) == 0) {
                scheduler.note("NEIGHBOUR DIES AFTER", request.id().sequence());
                dies(neighbour, Duration.ofNanos(scheduler.latencyNanos()));
            }
        });
    }

    private void dies(SimProcess neighbour, Duration after) {
        scheduler.world().event("a neighbour dies", after, () -> {
            if (neighbour != present) {
                // It is dead already.
                return;
            }
            neighbour.kill();
            present = scheduler.process("neighbour" + ++number);
            List<Runnable> lost = List.copyOf(open);
            open.clear();
            lost.forEach(Runnable::run);
        });
    }
}
