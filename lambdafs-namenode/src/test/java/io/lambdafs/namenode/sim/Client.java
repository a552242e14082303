package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.NamespaceHistory.Request;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A client of the file system: one call after another, each sent again to whichever instance until it is answered. */
final class Client {
    private static final int MAX_SUBMISSIONS = 40;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final SimScheduler scheduler;
    private final Cluster cluster;
    private final RandomGenerator random;
    private final SimProcess process;
    private final Caller caller;
    private final UUID id;
    private long sequence;

    Client(SimScheduler scheduler, Cluster cluster, RandomGenerator random, int number) {
        this.scheduler = scheduler;
        this.cluster = cluster;
        this.random = random;
        process = scheduler.process("client" + number);
        caller = number % 2 == 1
                ? new Caller(Operations.SUPERUSER, List.of("staff"), "10.0.1." + number)
                : new Caller("alice", List.of("users"), "10.0.1." + number);
        id = new UUID(0, number);
    }

    SimProcess process() {
        return process;
    }

    /** Its name as a writer of files. */
    String name() {
        return process.name();
    }

    /** A request for this call, as it is sent. */
    RequestEnvelope envelope(Call call) {
        long deadline = process.clock().millis() + DEADLINE.toMillis();
        return new RequestEnvelope(
                new RequestId(id, ++sequence),
                caller,
                deadline,
                call.method(),
                call.message().toByteArray());
    }

    /** Calls, and returns the final answer; none if there is none after many tries. */
    Optional<ResponseEnvelope> call(Call call) {
        Request request = cluster.history().sent(call, envelope(call));
        RequestEnvelope first = request.envelope();
        RequestEnvelope again = cluster.tellsResubmissions() ? first.asResubmission() : first;
        Deque<ResponseEnvelope> answers = new ArrayDeque<>();
        SimSignal arrived = new SimSignal(scheduler);
        scheduler.note("CALL", request.envelope().id().sequence(), call);
        for (int tries = 0; tries < MAX_SUBMISSIONS; tries++) {
            submit(call, tries == 0 ? first : again, request, answers, arrived);
            Duration patience = Duration.ofMillis(200L << random.nextInt(4));
            if (arrived.await(() -> !answers.isEmpty(), patience)) {
                ResponseEnvelope answer = answers.removeFirst();
                scheduler.note(
                        "ANSWER",
                        request.envelope().id().sequence(),
                        Answers.canonical(call.method(), answer),
                        answer.message());
                // Once the request was sent again, it does not matter what an earlier submission was refused for.
                boolean holds = tries == 0 || answer.isSettled() || !cluster.tellsResubmissions();
                if (holds && cluster.history().answered(request, answer)) {
                    return Optional.of(answer);
                }
                scheduler.sleep(Duration.ofMillis(1L << Math.min(tries, 8)));
            }
        }
        return Optional.empty();
    }

    private void submit(
            Call call,
            RequestEnvelope submission,
            Request request,
            Deque<ResponseEnvelope> answers,
            SimSignal arrived) {
        request.submitted();
        Instance instance = cluster.pick(call.deployment(cluster.partition()));
        if (cluster.losesMessage()) {
            return;
        }
        Runnable arrival = () -> instance.take(submission, answer -> {
            if (!cluster.losesMessage()) {
                process.receive("answer", () -> {
                    answers.add(answer);
                    arrived.changed();
                });
            }
        });
        instance.process().receive("request", arrival);
        // What is sent for the first time arrives once: clients see to that, who are answered for the second time
        // otherwise.
        if (submission.isResubmission() && cluster.repeatsMessage()) {
            instance.process().receive("copied request", arrival);
        }
    }
}
