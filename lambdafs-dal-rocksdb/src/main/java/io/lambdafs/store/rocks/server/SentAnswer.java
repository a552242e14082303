package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.net.AnswerTo;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.store.rocks.operation.EngineMessages;

/**
 * Sends what an operation gives to the process that asked for it. The engine's thread answers many requests in a row, so its
 * answers wait until it has done so; see {@link Engine#whenSettled}.
 */
final class SentAnswer<R> implements EngineReply<R> {
    private final EngineAction<?, R> operation;
    private final AnswerTo answer;
    private final RequestCounts counts;
    private final RequestCounts.Kind kind;
    private final long begin;
    private final Thread asking = Thread.currentThread();

    SentAnswer(EngineAction<?, R> operation, AnswerTo answer, RequestCounts counts, RequestCounts.Kind kind) {
        this.operation = operation;
        this.answer = answer;
        this.counts = counts;
        this.kind = kind;
        this.begin = counts.begin();
    }

    @Override
    public void succeed(R value) {
        send(EngineMessages.success(operation, value));
        counts.answered(operation, kind, begin, true);
    }

    @Override
    public void fail(StoreException why) {
        send(EngineMessages.failure(why));
        counts.answered(operation, kind, begin, false);
    }

    private void send(byte[] bytes) {
        if (Thread.currentThread() == asking) {
            answer.send(bytes);
        } else {
            answer.sendLater(bytes);
        }
    }
}
