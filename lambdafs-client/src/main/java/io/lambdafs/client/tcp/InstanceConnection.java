package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameChannel;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.Invitation;
import io.lambdafs.wire.frame.Message;
import io.lambdafs.wire.frame.MessageAssembler;
import io.lambdafs.wire.frame.MessagePart;
import io.lambdafs.wire.frame.Outbox;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The connection of one instance, and the calls that are under way on it. */
final class InstanceConnection extends Connection implements FrameChannel {
    /** How often a waiting caller looks whether the instance still gives signs of life. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ReverseServerSettings settings;
    private final ReadingTime time;
    private final long since;
    private final Outbox outbox = new Outbox(this, FrameLimits.MAX_REQUEST_BYTES);
    private final MessageAssembler assembler = new MessageAssembler(FrameLimits.MAX_RESPONSE_BYTES);
    private final ReadingTurn turn;
    private final GatheredRequests gathered;
    private final Map<Long, AwaitedAnswer> pending = new ConcurrentHashMap<>();
    private final Runnable sending = outbox::flush;
    private final AtomicLong calls = new AtomicLong();
    private final Invitations invitations = new Invitations();
    private final Slowness slowness = new Slowness();
    private final @Nullable SealedConnection sealed;
    private volatile @Nullable Hello hello;
    private volatile long heardAt;
    private volatile boolean suspect;
    private volatile boolean leaving;
    private volatile long activatedAt = Long.MIN_VALUE;
    private volatile boolean closed;

    InstanceConnection(
            ReverseServerSettings settings,
            ReadingTurn turn,
            ReadingTime time,
            GatheredRequests gathered,
            @Nullable SealedServer sealed) {
        this.sealed = sealed == null ? null : new SealedConnection(sealed);
        this.settings = settings;
        this.turn = turn;
        this.gathered = gathered;
        this.time = time;
        this.since = time.nanos();
        this.heardAt = since;
    }

    /** What encrypts it; null if nothing does. */
    @Nullable
    SealedConnection sealed() {
        return sealed;
    }

    /** Whether the greeting shows that the instance knows this secret. */
    boolean isProvenBy(Hello greeting, byte[] secret) {
        return sealed == null ? greeting.proves(secret) : sealed.isProvenBy(greeting);
    }

    /** Whom the instance says to be, once it has proved itself. */
    @Nullable
    Hello hello() {
        return hello;
    }

    /** Whether this is the connection of that instance. */
    boolean isOf(@Nullable String instance) {
        Hello known = hello;
        return known != null && known.instance().equals(instance);
    }

    void accept(Hello proven) {
        hello = proven;
    }

    /** Whether it has neither proved itself nor any time left to do so. */
    boolean isOverdue() {
        return hello == null && time.nanos() - since > ReverseServerSettings.HELLO_TIMEOUT.toNanos();
    }

    void heard() {
        heardAt = time.nanos();
    }

    int inFlight() {
        return pending.size();
    }

    /** Whether a request sent now can be expected to be answered soon. */
    boolean isUsable() {
        return !closed && !leaving && !suspect && !isSilent() && inFlight() < settings.maxInFlight();
    }

    private boolean isSilent() {
        return time.nanos() - heardAt > settings.silenceLimit().toNanos();
    }

    /** Sends the request, at the latest when the reader has handed out the answers that it found, and waits for its answer. */
    byte[] call(byte[] request, long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        long number = calls.incrementAndGet();
        AwaitedAnswer answer = AwaitedAnswer.awaited();
        pending.put(number, answer);
        turn.enter(answer);
        try {
            if (closed || !outbox.offerLater(number, request)) {
                throw new ConnectionLostException("The connection takes no more requests");
            }
            gathered.ready(sending);
            return await(answer, timeoutNanos, watch);
        } finally {
            pending.remove(number);
            turn.leave(answer);
        }
    }

    /** Sends the request, at the latest when the reader has handed out the answers that it found; no thread waits for the answer. */
    SentRequest begin(byte[] request) throws ConnectionLostException {
        long number = calls.incrementAndGet();
        AwaitedAnswer answer = AwaitedAnswer.unawaited();
        pending.put(number, answer);
        turn.unawaitedBegins();
        if (closed || !outbox.offerLater(number, request)) {
            end(number);
            throw new ConnectionLostException("The connection takes no more requests");
        }
        gathered.ready(sending);
        return new SentRequest(this, number, answer, time.clockNanos());
    }

    /** Nobody wants the answer any more to a request that {@link #begin} has sent. */
    void end(long number) {
        if (pending.remove(number) != null) {
            turn.unawaitedEnded();
        }
    }

    /** Waits for the answer to a request that {@link #begin} has sent. */
    byte[] awaitSent(AwaitedAnswer answer, long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        turn.enter(answer);
        try {
            return await(answer, timeoutNanos, watch);
        } finally {
            turn.leave(answer);
        }
    }

    /** Has the instance connect to another server too; seldom, and only where the connection has room for it. */
    void invite(Invitation invitation) {
        synchronized (invitations) {
            if (bufferedBytes() <= FrameLimits.WRITE_HIGH_WATER_BYTES
                    && invitations.isDue(invitation.client(), time.clockNanos())) {
                send(invitation);
            }
        }
    }

    /* Counted by the caller's own looks, so that the wait has an end, no matter which thread has the turn. */
    private byte[] await(AwaitedAnswer answer, long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        long left = timeoutNanos;
        long watched = watch.limitNanos();
        long looked = time.clockNanos();
        while (!answer.isThere()) {
            giveUpIfHopeless(left);
            turn.await(answer, Math.min(Math.min(left, watched), LOOK_NANOS));
            long now = time.clockNanos();
            long passed = ReadingTime.counted(now - looked);
            left -= passed;
            looked = now;
            if (watched != WaitWatch.NEVER) {
                watched = watch(answer, watched - Math.min(passed, LOOK_NANOS), watch);
            }
        }
        return answer.get();
    }

    /** Tells the watch if nothing is left of its time; returns what is left. */
    private long watch(AwaitedAnswer answer, long left, WaitWatch watch) {
        if (left > 0) {
            return left;
        }
        Hello known = hello;
        if (known != null && !answer.isThere()) {
            watch.exceeded(known.instance(), () -> overtaken(answer));
        }
        return WaitWatch.NEVER;
    }

    private void overtaken(AwaitedAnswer answer) {
        if (!answer.isThere()) {
            slowness.overtaken(time.clockNanos());
        }
        answer.lost();
    }

    /** Whether another instance of the deployment had better be asked. */
    boolean isSlow() {
        return slowness.rests(time.clockNanos());
    }

    /** An instance that is frozen keeps its connection, but sends no signs of life. */
    private void giveUpIfHopeless(long leftNanos) throws TimeoutException {
        if (isSilent()) {
            throw new TimeoutException("The instance gives no sign of life");
        }
        if (leftNanos <= 0) {
            suspect = true;
            throw new TimeoutException("The instance did not answer in time");
        }
    }

    void received(MessagePart part) throws MalformedEnvelopeException {
        Message message = assembler.accept(part);
        if (message != null) {
            suspect = false;
            AwaitedAnswer answer = pending.get(message.call());
            if (answer != null) {
                gathered.begin();
                answer.arrived(message.bytes());
            }
        }
    }

    /** The instance has said goodbye: it will close the connection soon, and is to be asked no more. */
    void leaving() {
        leaving = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    /** The instance has reported a call by HTTP. */
    void activated() {
        activatedAt = time.clockNanos();
    }

    /** When it last did, by the client's clock; MIN_VALUE for never. */
    long activatedAt() {
        return activatedAt;
    }

    void drain() {
        outbox.drain();
    }

    /** Fails what is under way; the connection is gone. */
    void lost() {
        closed = true;
        pending.values().forEach(AwaitedAnswer::lost);
    }

    @Override
    public void send(Frame frame) {
        try {
            sendTCP(frame);
        } catch (RuntimeException e) {
            // KryoNet trips over a connection that is being closed by another thread.
            close();
        }
    }

    @Override
    public int bufferedBytes() {
        return getTcpWriteBufferSize();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }
}
