package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.NamespaceHistory.Request;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.namenode.sim.decoupling.SimSubtreeCalls;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.StoreTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** A client of the file system: one call after another, each sent again to whichever instance until it is answered. */
final class SimClient {
    private static final int MAX_SUBMISSIONS = 40;

    /** How long a call may take; a request does not begin later. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What a refusal because of the end of the patience may come too early by: answers that tell the time travel. */
    private static final Duration LONGEST_TRAVEL = Duration.ofSeconds(12);

    private final SimScheduler scheduler;
    private final SimCluster cluster;
    private final RandomGenerator random;
    private final SimProcess process;
    private final Caller caller;
    private final UUID id;
    private final StoreTime time = new StoreTime();
    private long sequence;

    SimClient(SimScheduler scheduler, SimCluster cluster, RandomGenerator random, int number) {
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

    /** How it calls about decoupled subtrees. */
    SimSubtreeCalls subtreeCalls() {
        return new SimSubtreeCalls() {
            @Override
            public Optional<ResponseEnvelope> call(String method, String path, MessageLite message, String detail) {
                return SimClient.this.call(new SimCall(method, path, message, detail));
            }

            @Override
            public String user() {
                return caller.user();
            }

            @Override
            public void reportReplica(ExtendedBlockProto block) {
                cluster.reportReplica(block);
            }

            @Override
            public void note(String what) {
                scheduler.note(what);
            }
        };
    }

    /** A request for this call, as it is sent. */
    RequestEnvelope envelope(SimCall call) {
        return new RequestEnvelope(
                new RequestId(id, ++sequence),
                caller,
                RequestLife.UNDATED,
                call.method(),
                call.message().toByteArray());
    }

    /** A life that begins now, by what the client takes for the store's clock. */
    private RequestLife life() {
        long now = cluster.flaws().contains(Flaw.WALL_CLOCKS_COMPARED)
                ? process.clock().millis()
                : time.millis(scheduler.nanos());
        return now == 0 ? RequestLife.UNDATED : RequestLife.of(now, PATIENCE.toMillis());
    }

    /** Calls, and returns the final answer; none if there is none after many tries. */
    Optional<ResponseEnvelope> call(SimCall call) {
        Request request = cluster.history().sent(call, envelope(call));
        Duration begin = Duration.ofNanos(scheduler.nanos());
        RequestEnvelope submission = request.envelope();
        Deque<ResponseEnvelope> answers = new ArrayDeque<>();
        SimSignal arrived = new SimSignal(scheduler);
        boolean unsent = false;
        scheduler.note("CALL", request.envelope().id().sequence(), call);
        for (int tries = 0; tries < MAX_SUBMISSIONS; tries++) {
            boolean again = submission.life().isDated() && !unsent;
            submission = next(submission, again);
            SimInstance asked = cluster.pick(call.deployment(cluster.partition()));
            AtomicBoolean lineEnded = new AtomicBoolean();
            Sending sending = new Sending(call, request, answers, arrived, lineEnded);
            submit(sending, submission, asked);
            // Once there are two, the first one's refusal settles nothing.
            again |= straggles(sending, submission, asked) && !cluster.flaws().contains(Flaw.FIRST_OF_TWO_BELIEVED);
            Duration patience = Duration.ofMillis(200L << random.nextInt(4));
            if (arrived.await(() -> !answers.isEmpty() || lineEnded.get(), patience) && !answers.isEmpty()) {
                ResponseEnvelope answer = answers.removeFirst();
                if (isFinal(answer, request, begin, again)) {
                    return Optional.of(answer);
                }
                scheduler.sleep(Duration.ofMillis(1L << Math.min(tries, 8)));
            }
            unsent = lineEnded.get() && isTakenForUnsent(again);
        }
        return Optional.empty();
    }

    /** A request as it is sent the next time. */
    private RequestEnvelope next(RequestEnvelope last, boolean again) {
        if (!last.life().isDated()) {
            return last.living(life());
        }
        return again && cluster.tellsResubmissions() ? last.asResubmission() : last;
    }

    private boolean isTakenForUnsent(boolean again) {
        return !again && cluster.flaws().contains(Flaw.LOST_LINE_TAKEN_FOR_UNSENT);
    }

    private boolean isFinal(ResponseEnvelope answer, Request request, Duration begin, boolean again) {
        time.learn(answer.storeMillis(), scheduler.nanos());
        scheduler.note(
                "ANSWER",
                request.envelope().id().sequence(),
                Answers.canonical(request.envelope().method(), answer),
                answer.message());
        // Once the request was sent again, it does not matter what an earlier submission was refused for.
        boolean holds = !again || answer.isSettled() || !cluster.tellsResubmissions();
        requireLate(answer, request, begin);
        return holds && cluster.history().answered(request, answer);
    }

    /** Nobody is told that its time is over while it is not, whatever wall clocks show. */
    private void requireLate(ResponseEnvelope answer, Request request, Duration begin) {
        Duration passed = Duration.ofNanos(scheduler.nanos()).minus(begin);
        if (answer.error() == ErrorCode.DEADLINE_EXCEEDED
                && passed.plus(LONGEST_TRAVEL).compareTo(PATIENCE) < 0) {
            throw new SimFailure("refused as too late after " + passed + ": " + request + ": " + answer.message());
        }
    }

    /**
     * A call with its submissions that are under way.
     *
     * @param lineEnded whether the client that passes one on has gone
     */
    private record Sending(
            SimCall call,
            Request request,
            Deque<ResponseEnvelope> answers,
            SimSignal arrived,
            AtomicBoolean lineEnded) {}

    /** Sends the request to another instance as well if the first one takes long; whether it has. */
    private boolean straggles(Sending sending, RequestEnvelope submission, SimInstance asked) {
        Optional<Duration> limit =
                submission.life().isDated() ? cluster.elasticity().stragglerLimit() : Optional.empty();
        if (limit.isEmpty() || sending.arrived().await(() -> !sending.answers().isEmpty(), limit.get())) {
            return false;
        }
        SimInstance other = cluster.pickOther(sending.call().deployment(cluster.partition()), asked);
        scheduler.note("STRAGGLER", submission.id().sequence(), other);
        submit(sending, submission.asResubmission(), other);
        return true;
    }

    private void submit(Sending sending, RequestEnvelope submission, SimInstance instance) {
        sending.request().submitted();
        if (cluster.losesMessage()) {
            return;
        }
        if (cluster.elasticity().isForwarded()) {
            cluster.neighbours().forward(submission, instance, line(sending));
            return;
        }
        Runnable arrival = () -> instance.take(submission, answer -> {
            if (!cluster.losesMessage()) {
                process.receive("answer", () -> {
                    sending.answers().add(answer);
                    sending.arrived().changed();
                });
            }
        });
        Optional<Duration> later = submission.life().isDated() ? cluster.straggles() : Optional.empty();
        later.ifPresent(delay -> straggle(sending.call(), submission, delay));
        if (later.isPresent() && !submission.isResubmission()) {
            // What is sent for the first time arrives once.
            return;
        }
        instance.process().receive("request", arrival);
        // What is sent for the first time arrives once. Clients ensure that; otherwise they would get a second answer.
        if (submission.isResubmission() && cluster.repeatsMessage()) {
            instance.process().receive("copied request", arrival);
        }
    }

    private SimNeighbours.Line line(Sending sending) {
        return new SimNeighbours.Line(
                process,
                answer -> {
                    sending.answers().add(answer);
                    sending.arrived().changed();
                },
                () -> {
                    cluster.elasticity().lineEnded();
                    sending.lineEnded().set(true);
                    sending.arrived().changed();
                });
    }

    /** It is held back somewhere, and arrives when the client may have long gone on. Nobody hears its answer. */
    private void straggle(SimCall call, RequestEnvelope submission, Duration later) {
        scheduler.world().event("a straggler", later, () -> {
            RequestEnvelope arriving = cluster.flaws().contains(Flaw.PATIENCE_FROM_ARRIVAL)
                    ? submission.living(RequestLife.of(cluster.storeMillis(), PATIENCE.toMillis()))
                    : submission;
            cluster.pick(call.deployment(cluster.partition())).take(arriving, answer -> {});
        });
    }
}
