package io.lambdafs.namenode.validate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.coherence.Waiting;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A question whose answer many callers share: each call is answered by a question that was asked after the call began, and one
 * question is asked at a time. Callers that come while one is under way wait together for the next. Thread-safe.
 */
final class SharedQuestion {
    private final BooleanSupplier question;
    private final Waiting waiting;
    private final Duration bound;
    private final boolean afterArrival;
    private final Object lock = new Object();

    /** Whether a question is under way, or its leader was signalled to begin. */
    private boolean asking;

    /** The callers that wait for the next question; null if there are none. */
    private @Nullable Round next;

    /** The callers of the question that is under way, or was the last one. */
    private @Nullable Round present;

    /**
     * A question.
     *
     * @param question asks, and tells whether there was an answer; throws nothing that is expected
     * @param bound how long a caller waits for others
     * @param afterArrival false to let callers share a question that was asked before they came, so that a test can show that this is
     *     noticed
     */
    SharedQuestion(BooleanSupplier question, Waiting waiting, Duration bound, boolean afterArrival) {
        this.question = requireNonNull(question, "question");
        this.waiting = requireNonNull(waiting, "waiting");
        this.bound = requireNonNull(bound, "bound");
        this.afterArrival = afterArrival;
    }

    /** Has it asked after this call has begun; tells whether there was an answer within the bound. */
    boolean ask() {
        Round round;
        boolean leads;
        boolean begins;
        synchronized (lock) {
            round = afterArrival || !asking || present == null ? next : present;
            leads = round == null;
            if (round == null) {
                round = new Round(waiting.newSignal(), waiting.newSignal());
                next = round;
            }
            begins = leads && !asking;
            if (begins) {
                asking = true;
                next = null;
                present = round;
            }
        }
        if (!leads) {
            return round.over.await(bound) && round.answered;
        }
        return (begins || awaitTurn(round)) && lead(round);
    }

    /* The first caller of a round asks for all of them. */
    private boolean awaitTurn(Round round) {
        boolean told = round.turn.await(bound);
        synchronized (lock) {
            // A request that comes from now on is too late for this question.
            next = null;
            present = round;
            if (!told && !round.called) {
                round.over.give();
                return false;
            }
            return true;
        }
    }

    private boolean lead(Round round) {
        boolean answered = false;
        try {
            answered = question.getAsBoolean();
            return answered;
        } finally {
            synchronized (lock) {
                round.answered = answered;
                Round waitingRound = next;
                asking = waitingRound != null;
                if (waitingRound != null) {
                    waitingRound.called = true;
                    waitingRound.turn.give();
                }
            }
            round.over.give();
        }
    }

    /** Callers that share one question. */
    private static final class Round {
        private final Waiting.Signal turn;
        private final Waiting.Signal over;
        private volatile boolean answered;

        /** Whether its first caller was told to ask; under the lock. */
        private boolean called;

        Round(Waiting.Signal turn, Waiting.Signal over) {
            this.turn = turn;
            this.over = over;
        }
    }
}
