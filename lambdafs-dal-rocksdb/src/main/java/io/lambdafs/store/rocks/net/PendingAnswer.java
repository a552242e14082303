package io.lambdafs.store.rocks.net;

import java.util.concurrent.atomic.AtomicBoolean;

/** The place of one answer that is still to be given. */
final class PendingAnswer implements AnswerTo {
    private final ServerConnection connection;
    private final long request;
    private final AtomicBoolean given = new AtomicBoolean();

    PendingAnswer(ServerConnection connection, long request) {
        this.connection = connection;
        this.request = request;
    }

    @Override
    public void send(byte[] answer) {
        requireFirst();
        connection.answer(request, answer);
        connection.flush();
    }

    @Override
    public void sendLater(byte[] answer) {
        requireFirst();
        connection.answer(request, answer);
        connection.flushLater();
    }

    private void requireFirst() {
        if (!given.compareAndSet(false, true)) {
            throw new IllegalStateException("request " + request + " was answered twice");
        }
    }
}
