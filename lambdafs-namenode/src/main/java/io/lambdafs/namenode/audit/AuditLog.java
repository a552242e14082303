package io.lambdafs.namenode.audit;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.OperationObserver;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each operation that HDFS's NameNode would write one for. Thread-safe.
 *
 * <p>An operation only leaves its request in a queue. {@link #write} makes the lines, and is to be called a few times a second. What waits may
 * take up {@value #MOST_WAITING_BYTES} bytes. An operation beyond that is not held up: its line is lost, it is counted, and the log says how
 * many were lost. The same is true of lines that cannot be written.
 */
public final class AuditLog implements OperationObserver, AutoCloseable {
    /** The errors of a caller who has not proven its identity. */
    private static final Set<ErrorCode> STRANGERS = Set.of(ErrorCode.UNAUTHENTICATED, ErrorCode.INVALID_TOKEN);

    private static final Pattern METHOD = Pattern.compile("[A-Za-z0-9]{1,64}");

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    /** What waits to be written takes up so many bytes at most. */
    static final int MOST_WAITING_BYTES = 8 << 20;

    /** What an operation takes up besides its messages. */
    static final int OVERHEAD_BYTES = 1000;

    /** Lines are written in pieces of about this size. */
    private static final int PIECE_BYTES = 64 << 10;

    private final Map<String, AuditedMethod> methods = AuditedMethods.all();
    private final AuditSink sink;
    private final InstantSource clock;
    private final Executor writer;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicBoolean urged = new AtomicBoolean();
    private final LongAdder lost = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final AuditLine line;
    private volatile boolean open;
    private long lossesTold;

    /**
     * A log that hears nothing until {@link #start}.
     *
     * @param clock when an operation was answered
     * @param zone of the dates in the lines
     * @param writer makes and writes lines when the queue is half full
     */
    public AuditLog(AuditSink sink, InstantSource clock, ZoneId zone, Executor writer) {
        this.sink = requireNonNull(sink, "sink");
        this.clock = requireNonNull(clock, "clock");
        this.writer = requireNonNull(writer, "writer");
        this.line = new AuditLine(requireNonNull(zone, "zone"));
    }

    /**
     * An operation that has no line yet.
     *
     * @param answer what came of it, where the line needs it
     */
    private record Waiting(
            long millis,
            RequestEnvelope request,
            AuditedMethod method,
            boolean allowed,
            @Nullable ResponseEnvelope answer,
            int bytes) {}

    /** From now on every operation is written. */
    public void start() {
        open = true;
    }

    /** Lines that were lost since the start, because the queue was full or they could not be written. */
    public long lost() {
        return lost.sum();
    }

    /** Lines of operations that were written. */
    public long written() {
        return written.sum();
    }

    @Override
    public void answered(RequestEnvelope request, ResponseEnvelope response) {
        boolean allowed = response.succeeded();
        AuditedMethod method = open ? audited(request, response) : null;
        if (method == null) {
            return;
        }
        ResponseEnvelope answer = allowed && method.readsAnswer() ? response : null;
        int bytes = OVERHEAD_BYTES + request.payload().length + (answer == null ? 0 : answer.payload().length);
        long waits = waitingBytes.addAndGet(bytes);
        if (waits > MOST_WAITING_BYTES) {
            waitingBytes.addAndGet(-bytes);
            lost.increment();
            return;
        }
        queue.add(new Waiting(clock.millis(), request, method, allowed, answer, bytes));
        if (waits > MOST_WAITING_BYTES / 2 && urged.compareAndSet(false, true)) {
            urge();
        }
    }

    /* HDFS writes what was done and what permissions forbade, but no other failure. */
    private @Nullable AuditedMethod audited(RequestEnvelope request, ResponseEnvelope response) {
        ErrorCode error = response.error();
        if (error == null || error == ErrorCode.ACCESS_DENIED) {
            return methods.get(request.method());
        }
        return STRANGERS.contains(error) ? ofStranger(request) : null;
    }

    /* Nobody has looked at what such a request says. */
    private static AuditedMethod ofStranger(RequestEnvelope request) {
        return AuditedMethod.ofNothing(METHOD.matcher(request.method()).matches() ? request.method() : "unknown");
    }

    private void urge() {
        try {
            writer.execute(this::write);
        } catch (RejectedExecutionException ending) {
            urged.set(false);
        }
    }

    /** Writes what waits. Never throws. */
    public synchronized void write() {
        urged.set(false);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        int count = 0;
        for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
            waitingBytes.addAndGet(-next.bytes());
            String text = text(next);
            if (!text.isEmpty()) {
                lines.writeBytes(text.getBytes(StandardCharsets.UTF_8));
                count++;
            }
            if (lines.size() >= PIECE_BYTES) {
                append(lines, count);
                count = 0;
            }
        }
        tellLosses(lines);
        append(lines, count);
    }

    private String text(Waiting waiting) {
        AuditedMethod method = waiting.method();
        try {
            AuditedCall call = method.call().read(waiting.request().payload());
            ResponseEnvelope answer = waiting.answer();
            AuditedMethod.Outcome outcome = answer == null
                    ? new AuditedMethod.Outcome(call, waiting.allowed())
                    : method.answer().read(call, answer.payload());
            return outcome.equals(AuditedMethod.Outcome.SILENT)
                    ? ""
                    : line.of(waiting.millis(), waiting.request(), outcome);
        } catch (InvalidProtocolBufferException | RuntimeException unreadable) {
            // It was read before it was carried out, so this is a defect.
            lost.increment();
            LOG.atError()
                    .setMessage("an operation has no line in the audit log")
                    .addKeyValue("method", waiting.request().method())
                    .setCause(unreadable)
                    .log();
            return "";
        }
    }

    private void tellLosses(ByteArrayOutputStream lines) {
        long losses = lost.sum();
        if (losses > lossesTold) {
            String message = (losses - lossesTold) + " lines were lost before this one, because more operations were"
                    + " answered than could be written, or the log could not be written";
            lines.writeBytes(line.warning(clock.millis(), message).getBytes(StandardCharsets.UTF_8));
            lossesTold = losses;
        }
    }

    private void append(ByteArrayOutputStream lines, int count) {
        if (lines.size() == 0) {
            return;
        }
        try {
            sink.write(lines.toByteArray());
            written.add(count);
        } catch (IOException e) {
            lost.add(count);
            LOG.atWarn()
                    .setMessage("lines of the audit log were not written")
                    .addKeyValue("lines", count)
                    .addKeyValue("because", e.toString())
                    .log();
        }
        lines.reset();
    }

    /** Writes what waits, and hears nothing more. */
    @Override
    public void close() {
        open = false;
        write();
    }
}
