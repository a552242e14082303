package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.net.AnswerTo;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.store.rocks.operation.Request;
import io.lambdafs.store.rocks.operation.RoundTrip;
import io.lambdafs.store.rocks.operation.VolumeOperations;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.VolumeId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Plays a client that sends anything, on a connection to an engine in memory. Each request gets one answer that its user can
 * read; the engine never fails at one; and afterwards the volumes hold what was committed, and take more.
 */
public final class EngineRequestsFuzz {
    private static final Set<Kind> KINDS = EnumSet.of(
            Kind.CONFLICT,
            Kind.UNAVAILABLE,
            Kind.EXPIRED,
            Kind.FENCED,
            Kind.DUPLICATE_KEY,
            Kind.MISSING_ROW,
            Kind.INCOMPATIBLE,
            Kind.INTERNAL);
    private static final Set<Kind> KINDS_OF_VOLUMES =
            EnumSet.of(Kind.UNAVAILABLE, Kind.EXPIRED, Kind.MISSING_ROW, Kind.INTERNAL);
    private static final int FIRST_OF_VOLUMES = 200;
    private static final int MOST_STEPS = 300;

    private final FuzzedEngine engine = new FuzzedEngine();
    private final ExpectedVolumes volumes;
    private final List<Answer> answers = new ArrayList<>();
    private EngineRequests connection = connect();

    private EngineRequestsFuzz(long chance) {
        volumes = new ExpectedVolumes(engine, chance);
    }

    /** Called with any bytes. */
    public static void fuzzerTestOneInput(byte[] input) {
        new EngineRequestsFuzz(new Random(Arrays.hashCode(input)).nextLong()).play(new FuzzSteps(input));
    }

    private EngineRequests connect() {
        return new EngineRequests(engine.engine(), new RequestCounts(() -> 0), ClientRole.OWNER);
    }

    private void play(FuzzSteps steps) {
        for (int i = 0; i < MOST_STEPS && steps.hasNext(); i++) {
            take(steps.next());
        }
        engine.end();
        disconnect();
        answers.forEach(Answer::requireOne);
        volumes.check();
        engine.engine().crash(true);
        volumes.check();
    }

    private void take(FuzzSteps.Step step) {
        switch (step.kind()) {
            case REQUEST -> request(step.bytes());
            case TELL -> tell(step.bytes());
            case TIME -> engine.pass(step.first());
            case SLOW_DISK -> engine.changeDisk();
            case CRASH -> {
                volumes.crashed();
                engine.engine().crash(step.first() % 2 == 1);
            }
            case DISCONNECT -> disconnect();
            default -> throw new AssertionError(step.kind());
        }
    }

    private void request(byte[] bytes) {
        Answer answer = new Answer(RoundTrip.request(bytes));
        answers.add(answer);
        connection.request(ByteBuffer.wrap(bytes), answer);
        engine.settle();
    }

    private void tell(byte[] bytes) {
        try {
            connection.told(ByteBuffer.wrap(bytes));
        } catch (StoreException e) {
            // The server ends the connection of a client that tells what cannot be read.
            disconnect();
        }
        engine.settle();
    }

    private void disconnect() {
        connection.closed();
        engine.settle();
        connection = connect();
    }

    /** What answers one request. */
    private final class Answer implements AnswerTo {
        private final Optional<Request> request;
        private int count;

        Answer(Optional<Request> request) {
            this.request = request;
        }

        @Override
        public void send(byte[] answer) {
            count++;
            Optional<EngineAction<?, ?>> operation = request.flatMap(RoundTrip::operation);
            try {
                // Whatever operation, a failure can be read.
                Object result = RoundTrip.answer(operation.orElse(VolumeOperations.ALL), answer);
                if (operation.isEmpty()) {
                    throw new AssertionError("what is no request has succeeded");
                }
                succeeded(result);
            } catch (StoreException e) {
                failed(e, operation);
            }
        }

        private void succeeded(Object result) {
            if (request.orElseThrow() instanceof Request.Ask<?, ?> ask) {
                if (ask.operation().equals(VolumeOperations.COMMIT)) {
                    volumes.committed((VolumeOperations.Transaction) ask.argument(), (CommitOutcome) result);
                } else if (ask.operation().equals(VolumeOperations.DELETE)) {
                    volumes.deleted((VolumeId) ask.argument());
                }
            }
        }

        private void failed(StoreException why, Optional<EngineAction<?, ?>> operation) {
            boolean ofVolumes = operation.isPresent() && operation.get().number() >= FIRST_OF_VOLUMES;
            String message = String.valueOf(why.getMessage());
            if (!(ofVolumes ? KINDS_OF_VOLUMES : KINDS).contains(why.kind())
                    || message.startsWith("the engine failed")
                    || (operation.isPresent() && message.contains("cannot be read"))) {
                throw new AssertionError(
                        operation.map(EngineAction::name).orElse("nothing") + " fails with " + why, why);
            }
        }

        @Override
        public void sendLater(byte[] answer) {
            send(answer);
        }

        void requireOne() {
            if (count != 1) {
                throw new AssertionError(count + " answers to " + request);
            }
        }
    }
}
