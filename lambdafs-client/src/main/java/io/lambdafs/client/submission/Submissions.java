package io.lambdafs.client.submission;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.StoreTime;

/**
 * The submissions of one call: the same request, each dated by the store's clock as far as its time is known. Used by one
 * thread.
 *
 * <p>The birth is fixed as soon as a submission that may be carried out has left. The store forgets the outcome of a
 * request some time after its birth, so a later submission must not look younger. No NameNode carries out an undated
 * write, and a request that was over when it arrived will be over for ever. After such submissions the request may get
 * a new birth.
 */
public final class Submissions {
    private final RequestEnvelope request;
    private final StoreTime time;
    private final long patienceMillis;
    private RequestLife life = RequestLife.UNDATED;
    private boolean mayRun;

    /** None yet of this request, which may wait for so long. */
    public Submissions(RequestEnvelope request, StoreTime time, long patienceMillis) {
        this.request = request;
        this.time = time;
        this.patienceMillis = patienceMillis;
    }

    /** The next one, which leaves at this moment of the monotonic clock. */
    public RequestEnvelope next(long nanoTime) {
        RequestEnvelope next = mayRun ? request.asResubmission() : request;
        if (!mayRun) {
            long now = time.millis(nanoTime);
            life = now == 0 ? RequestLife.UNDATED : RequestLife.of(now, patienceMillis);
        }
        mayRun = life.isDated();
        return next.living(life);
    }

    /**
     * One was refused for this; says whether the request may be sent again without asking the user. A dated one that is called
     * misdated was born in the store's future; if it was not, the refusal is the late one of a former, undated submission.
     *
     * @param storeMillis the store's time, as the refusal tells it
     * @param sentBefore whether the latest one was not the only one
     */
    public boolean mayFollow(ErrorCode refusal, long storeMillis, boolean sentBefore) {
        if (refusal == ErrorCode.MISDATED) {
            return !life.isDated() || !life.isAheadOf(storeMillis);
        }
        if (refusal == ErrorCode.DEADLINE_EXCEEDED && !sentBefore) {
            mayRun = false;
            return true;
        }
        return refusal.retriable();
    }
}
