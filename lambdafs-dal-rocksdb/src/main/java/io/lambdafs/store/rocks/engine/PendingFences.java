package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** The pending fences: the writer has open transactions, or the fence is not durable yet. */
final class PendingFences {
    private final List<Waiting> waiting = new ArrayList<>();

    /** One fence. */
    static final class Waiting {
        private final EngineEvent.Fence asked;
        private final long untilNanos;
        private boolean durable;

        Waiting(EngineEvent.Fence asked, long nowNanos) {
            this.asked = asked;
            untilNanos = nowNanos + asked.bound().toNanos();
        }

        /** The writer stays fenced after a crash. */
        void isDurable() {
            durable = true;
        }
    }

    Waiting add(EngineEvent.Fence asked, long nowNanos) {
        Waiting fence = new Waiting(asked, nowNanos);
        waiting.add(fence);
        return fence;
    }

    void remove(Waiting fence) {
        waiting.remove(fence);
    }

    /** Completes each fence when its writer has no open transaction, and fails it when its bound is reached. */
    List<Effect> settle(Predicate<WriterId> hasOpen, long nowNanos) {
        List<Effect> settled = new ArrayList<>();
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting fence = each.next();
            WriterId writer = fence.asked.writer();
            if (fence.durable && !hasOpen.test(writer)) {
                settled.add(new Effect.Answer<>(fence.asked.reply(), writer));
                each.remove();
            } else if (fence.durable && nowNanos - fence.untilNanos >= 0) {
                settled.add(new Effect.Refusal(
                        fence.asked.reply(),
                        new StoreException(
                                Kind.CONFLICT,
                                "a transaction of " + writer + " did not end within " + fence.asked.bound())));
                each.remove();
            }
        }
        return settled;
    }

    /** Fails all of them. */
    List<Effect> abandon(StoreException why) {
        List<Effect> refused = new ArrayList<>();
        waiting.forEach(fence -> refused.add(new Effect.Refusal(fence.asked.reply(), why)));
        waiting.clear();
        return refused;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }
}
