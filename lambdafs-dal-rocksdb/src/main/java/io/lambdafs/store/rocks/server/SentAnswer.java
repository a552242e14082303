package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.net.AnswerTo;
import io.lambdafs.store.rocks.operation.Messages;
import io.lambdafs.store.rocks.operation.Operation;

/**
 * Sends what an operation gives to the process that asked for it. The engine's thread answers many requests in a row, so its
 * answers wait until it has done so; see {@link Engine#whenSettled}.
 */
final class SentAnswer<R> implements Reply<R> {
    private final Operation<?, R> operation;
    private final AnswerTo answer;
    private final Thread asking = Thread.currentThread();

    SentAnswer(Operation<?, R> operation, AnswerTo answer) {
        this.operation = operation;
        this.answer = answer;
    }

    @Override
    public void succeed(R value) {
        send(Messages.success(operation, value));
    }

    @Override
    public void fail(StoreException why) {
        send(Messages.failure(why));
    }

    private void send(byte[] bytes) {
        if (Thread.currentThread() == asking) {
            answer.send(bytes);
        } else {
            answer.sendLater(bytes);
        }
    }
}
