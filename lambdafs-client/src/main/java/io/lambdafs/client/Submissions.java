package io.lambdafs.client;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.StoreTime;

/**
 * The submissions of one call: the same request, each dated by the store's clock as far as its time is known. Used by one
 * thread.
 *
 * <p>The birth is fixed as soon as a submission has left that may be carried out: the store forgets the outcome of a request
 * some time after its birth, so a later submission must not look younger. An undated write is carried out by nobody, and a
 * request that was over when it arrived will be over for ever; after those the request may be born anew.
 */
final class Submissions {
    private final RequestEnvelope request;
    private final StoreTime time;
    private final long patienceMillis;
    private RequestLife life = RequestLife.UNDATED;
    private boolean mayRun;

    /** None yet of this request, which may wait for so long. */
    Submissions(RequestEnvelope request, StoreTime time, long patienceMillis) {
        this.request = request;
        this.time = time;
        this.patienceMillis = patienceMillis;
    }

    /** The next one, which leaves at this moment of the monotonic clock. */
    RequestEnvelope next(long nanoTime) {
        RequestEnvelope next = mayRun ? request.asResubmission() : request;
        if (!mayRun) {
            long now = time.millis(nanoTime);
            life = now == 0 ? RequestLife.UNDATED : RequestLife.of(now, patienceMillis);
        }
        mayRun = life.isDated();
        return next.living(life);
    }

    /** The latest one was refused for this; says whether the request may be sent again without asking the user. */
    boolean mayFollow(ErrorCode refusal, boolean resubmission) {
        if (refusal == ErrorCode.MISDATED) {
            return !life.isDated();
        }
        if (refusal == ErrorCode.DEADLINE_EXCEEDED && !resubmission) {
            mayRun = false;
            return true;
        }
        return refusal.retriable();
    }
}
