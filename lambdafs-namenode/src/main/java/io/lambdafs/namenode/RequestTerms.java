package io.lambdafs.namenode;

import io.lambdafs.fs.FsException;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.StoreTime;
import java.util.function.LongSupplier;

/**
 * Until when a request may begin, by the store's clock alone. Thread-safe.
 *
 * <p>A write is judged by the time that its own transaction read after it had looked for a recorded outcome. So however long
 * the request was on its way, in the platform's queue, in a connection's buffer or in a frozen instance, it either finds what
 * an earlier submission came to or is refused. What the instance believes the time to be only saves work: a request that is
 * over by that is not begun.
 */
final class RequestTerms {
    private final StoreTime time = new StoreTime();
    private final LongSupplier ticker;

    /** Terms by the store's clock, which this monotonic clock continues; it counts nanoseconds. */
    RequestTerms(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** A lower bound of the store's time, in milliseconds; 0 if unknown. */
    long storeMillis() {
        return time.millis(ticker.getAsLong());
    }

    /**
     * Asks the store for the time unless it is known. An instance does so once in its life, so that reads need not ask,
     * and so that clients get the time with their first answer.
     *
     * @param store asks the store's clock
     */
    void askOnce(LongSupplier store) {
        if (storeMillis() > 0) {
            return;
        }
        try {
            time.learn(store.getAsLong(), ticker.getAsLong());
        } catch (StoreException unreachable) {
            // What needs the store will say so; what does not need it does not need the time either.
        }
    }

    /** Refuses a request that is over, as far as is known without asking the store. */
    void requireNotOver(RequestEnvelope request) {
        requireNotOver(request.life(), storeMillis());
    }

    /**
     * Refuses a write that does not say when it was born, after having asked the store for the time, which the response
     * tells the client.
     *
     * @param store asks the store's clock
     */
    void requireDated(RequestEnvelope request, LongSupplier store) {
        if (!request.life().isDated()) {
            time.learn(store.getAsLong(), ticker.getAsLong());
            throw new FsException(ErrorCode.MISDATED, "the request does not say when it was sent first");
        }
    }

    /** Refuses a write that must not begin at this time, which its transaction read from the store's clock. */
    void requireInTime(RequestEnvelope request, long nowMillis) {
        time.learn(nowMillis, ticker.getAsLong());
        RequestLife life = request.life();
        if (life.isAheadOf(nowMillis)) {
            throw new FsException(
                    ErrorCode.MISDATED,
                    "the request was sent first " + (life.bornMillis() - nowMillis)
                            + " ms after the present time of the store");
        }
        requireNotOver(life, nowMillis);
    }

    private static void requireNotOver(RequestLife life, long nowMillis) {
        if (life.isOverAt(nowMillis)) {
            throw new FsException(
                    ErrorCode.DEADLINE_EXCEEDED,
                    "the request was sent first " + (nowMillis - life.bornMillis()) + " ms ago and may begin within "
                            + life.patienceMillis() + " ms");
        }
    }
}
