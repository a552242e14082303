package io.lambdafs.store.rocks.server;

import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.EngineTask;
import io.lambdafs.store.rocks.engine.RunningEngine;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.net.AnswerTo;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.net.ConnectionHandler;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.Prefetched;
import io.lambdafs.store.rocks.operation.Request;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.rocks.table.StoredTables;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** Passes the requests of one connection to the engine. Its open transactions roll back when the connection is gone. */
final class EngineRequests implements ConnectionHandler {
    /* A user's numbers are its own. The engine's numbers have the connection's number before them. */
    private static final int NUMBER_BITS = 40;
    private static final long HIGHEST_NUMBER = (1L << NUMBER_BITS) - 1;
    private static final long HIGHEST_CONNECTION = Long.MAX_VALUE >> NUMBER_BITS;
    private static final Duration LONGEST_LIFE = Duration.ofHours(1);

    private final RunningEngine engine;
    private final RequestCounts counts;
    private final ClientRole role;
    private final long connection;

    EngineRequests(RunningEngine engine, RequestCounts counts, ClientRole role) {
        this.engine = engine;
        this.counts = counts;
        this.role = role;
        this.connection = engine.nextNumber();
        if (connection > HIGHEST_CONNECTION) {
            throw new IllegalStateException("the engine has had " + connection + " connections: restart it");
        }
    }

    @Override
    public void request(ByteBuffer payload, AnswerTo answer) {
        try {
            Request request = EngineMessages.request(decoder(payload));
            if (role == ClientRole.DATANODE) {
                DataNodeRights.require(request);
            }
            submit(request, answer);
        } catch (StoreException e) {
            answer.send(EngineMessages.failure(e));
        }
    }

    @Override
    public void told(ByteBuffer payload) {
        if (EngineMessages.request(decoder(payload)) instanceof Request.RollBack ended) {
            engine.submit(new EngineEvent.RollBack(number(ended.transaction())));
        }
    }

    private static Decoder decoder(ByteBuffer payload) {
        if (payload.hasArray()) {
            int start = payload.arrayOffset();
            return new Decoder(payload.array(), start + payload.position(), start + payload.limit());
        }
        byte[] copy = new byte[payload.remaining()];
        payload.get(copy);
        return new Decoder(copy, 0, copy.length);
    }

    private void submit(Request request, AnswerTo answer) {
        if (request instanceof Request.Call call) {
            call(call.question(), call, answer);
        } else if (request instanceof Request.Begin begin) {
            begin(begin, answer);
        } else if (request instanceof Request.Read read) {
            read(read.question(), answer);
        } else if (request instanceof Request.Ask<?, ?> ask) {
            ask(ask, answer);
        } else {
            throw new StoreException(Kind.INTERNAL, "a rollback has no answer, so it must not be asked for");
        }
    }

    private void begin(Request.Begin begin, AnswerTo answer) {
        if (begin.bounds().life().compareTo(LONGEST_LIFE) > 0) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a transaction lives for " + LONGEST_LIFE + " at most, not for "
                            + begin.bounds().life());
        }
        TableInvocation<Opening, Prefetched> open = new TableInvocation<>(TransactionOperations.OPEN, begin.opening());
        engine.submit(new EngineEvent.Begin<>(
                number(begin.transaction()),
                connection,
                begin.writer(),
                begin.bounds(),
                rows -> open.on(new StoredTables(rows)),
                new SentAnswer<>(open.operation(), answer, counts, RequestCounts.Kind.BEGIN)));
    }

    private <A, R> void call(TableInvocation<A, R> question, Request.Call call, AnswerTo answer) {
        List<TableInvocation<?, ?>> changes = call.changes();
        EngineTask<R> work = rows -> {
            StoredTables tables = new StoredTables(rows);
            for (TableInvocation<?, ?> change : changes) {
                change.on(tables);
            }
            return question.on(tables);
        };
        engine.submit(new EngineEvent.Call<>(
                number(call.transaction()),
                work,
                call.commit(),
                new SentAnswer<>(
                        question.operation(),
                        answer,
                        counts,
                        call.commit() ? RequestCounts.Kind.COMMIT : RequestCounts.Kind.CALL)));
    }

    private <A, R> void read(TableInvocation<A, R> question, AnswerTo answer) {
        engine.submit(new EngineEvent.Read<>(
                rows -> question.on(new StoredTables(rows)),
                new SentAnswer<>(question.operation(), answer, counts, RequestCounts.Kind.READ)));
    }

    private <A, R> void ask(Request.Ask<A, R> ask, AnswerTo answer) {
        if (role == ClientRole.DATANODE && ask.argument() instanceof EngineOperations.Fencing fencing) {
            engine.submit(new EngineEvent.Writers(
                    false, new OfDataNode(fencing.writer(), () -> askAnything(ask, answer), answer)));
            return;
        }
        askAnything(ask, answer);
    }

    /** Goes on with a fence if the writer is one of a DataNode, or nobody's any more. */
    private record OfDataNode(WriterId fenced, Runnable fence, AnswerTo answer) implements EngineReply<List<Writer>> {
        @Override
        public void succeed(List<Writer> writers) {
            boolean others = writers.stream()
                    .anyMatch(writer ->
                            writer.id().equals(fenced) && !writer.label().startsWith(DataNodeRights.LABEL));
            if (others) {
                fail(DataNodeRights.refused("a fence of another process's writer"));
            } else {
                fence.run();
            }
        }

        @Override
        public void fail(StoreException why) {
            answer.send(EngineMessages.failure(why));
        }
    }

    private <A, R> void askAnything(Request.Ask<A, R> ask, AnswerTo answer) {
        EngineOperation<A, R> operation = ask.operation();
        operation
                .body()
                .submit(engine, ask.argument(), new SentAnswer<>(operation, answer, counts, RequestCounts.Kind.ASK));
    }

    private long number(long ofUser) {
        if (ofUser < 0 || ofUser > HIGHEST_NUMBER) {
            throw new StoreException(
                    Kind.INTERNAL, "a transaction's number is from 0 to " + HIGHEST_NUMBER + ", not " + ofUser);
        }
        return (connection << NUMBER_BITS) | ofUser;
    }

    @Override
    public void closed() {
        engine.submit(new EngineEvent.Disconnect(connection));
    }
}
