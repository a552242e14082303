package io.lambdafs.client.subtree;

import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Merges a journal: brings it to the store, has functions apply its slices, several at once, and attaches the result. Each step may be
 * made again by anybody, so a merge that was interrupted is made from its beginning.
 */
final class Merger {
    /** So many chunks of at most 20,000 bytes are the payload of one request. */
    private static final int CHUNKS_AT_ONCE = 20;

    private static final int CALLS_AT_ONCE = 4;
    private static final byte[] NOTHING = {};

    /** How long a merge waits for DataNodes to report what was written just before. */
    private static final long REPLICA_WAIT_MILLIS = 60_000;

    private static final long REPLICA_PAUSE_MILLIS = 100;

    /** For how long a client that discards much waits for its removal. */
    private static final long REMOVAL_WAIT_MILLIS = 10_000;

    private final SubtreeCalls calls;
    private final String path;
    private final long number;

    Merger(SubtreeCalls calls, String path, long number) {
        this.calls = calls;
        this.path = path;
        this.number = number;
    }

    /** The whole merge of a journal. */
    MergeResult merge(List<byte[]> chunks, long entries, boolean keep) throws IOException {
        stage(chunks);
        return apply(begin(chunks, entries, keep));
    }

    /** Gives the subtree up without a journal. */
    void discard() throws IOException {
        discard(0);
    }

    /** As {@link #discard}; refused if the store has a journal, because an earlier process has left one there. */
    void discardUnlessStored() throws IOException {
        discard(DecouplingRequest.UNLESS_STORED);
    }

    /** As {@link #discard}; refused if the lease does not end then. */
    void discardEnded(long leaseEndMillis) throws IOException {
        discard(leaseEndMillis);
    }

    /*
     * With the first answer nobody holds the subtree any more. Where there is much to remove, NameNodes do what is left after a while; those
     * that look at nothing by themselves are asked until then.
     */
    private void discard(long argument) throws IOException {
        byte[] request = new DecouplingRequest(path, number, argument).encode();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REMOVAL_WAIT_MILLIS);
        boolean finished = false;
        for (boolean begun = false; !finished && System.nanoTime() - deadline < 0; begun = true) {
            try {
                finished = decode(calls.call(DecouplingMethods.DISCARD, path, request), Merger::outcome)
                        .finished();
            } catch (RemoteException e) {
                if (!begun || !FileNotFoundException.class.getName().equals(e.getClassName())) {
                    throw e;
                }
                // A NameNode has done the last part.
                finished = true;
            }
        }
    }

    /* One that knows of no parts answers with nothing. */
    private static DiscardOutcome outcome(byte[] answer) throws MalformedEnvelopeException {
        return answer.length == 0 ? new DiscardOutcome(true) : DiscardOutcome.decode(answer);
    }

    /** Makes a journal durable in the store: from then on anybody can merge it. */
    void persist(List<byte[]> chunks, long entries) throws IOException {
        stage(chunks);
        MergeRequest request = new MergeRequest(path, number, chunks.size(), entries, checksum(chunks), true);
        calls.call(DecouplingMethods.PERSIST, path, request.encode());
    }

    /** The CRC-32 of chunks in order. */
    static long checksum(List<byte[]> chunks) {
        CRC32 checksum = new CRC32();
        for (byte[] chunk : chunks) {
            checksum.update(chunk, 0, chunk.length);
        }
        return checksum.getValue();
    }

    /** Brings a journal to the store. */
    void stage(List<byte[]> chunks) throws IOException {
        List<Together.Step> steps = new ArrayList<>();
        for (int from = 0; from < chunks.size(); from += CHUNKS_AT_ONCE) {
            int first = from;
            List<byte[]> part = chunks.subList(from, Math.min(chunks.size(), from + CHUNKS_AT_ONCE));
            steps.add(() -> {
                String route = number + ":" + first;
                calls.call(DecouplingMethods.STAGE, route, new StageRequest(route, number, first, part).encode());
            });
        }
        Together.untilFailure("lambdafs-merge", CALLS_AT_ONCE, steps);
    }

    /** Finishes a merge that somebody has begun. */
    MergeResult resume() throws IOException {
        MergeRequest request = new MergeRequest(path, number, 0, 0, 0, false);
        return apply(decode(calls.call(DecouplingMethods.BEGIN_MERGE, path, request.encode()), MergePlan::decode));
    }

    /** Begins to merge a journal that is in the store already, or finds that somebody has begun to merge it. */
    MergePlan begin(List<byte[]> chunks, long entries, boolean keep) throws IOException {
        MergeRequest request = new MergeRequest(path, number, chunks.size(), entries, checksum(chunks), keep);
        return decode(calls.call(DecouplingMethods.BEGIN_MERGE, path, request.encode()), MergePlan::decode);
    }

    /** Finishes a merge that has begun. */
    MergeResult apply(MergePlan plan) throws IOException {
        List<Together.Step> steps = new ArrayList<>();
        for (int slice = 0; slice < plan.slices(); slice++) {
            int number = slice;
            steps.add(() -> whenReplicated(() -> {
                String route = this.number + "/" + number;
                calls.call(
                        DecouplingMethods.APPLY_SLICE,
                        route,
                        new DecouplingRequest(route, this.number, number).encode());
                return NOTHING;
            }));
        }
        Together.untilFailure("lambdafs-merge", CALLS_AT_ONCE, steps);
        return attach(plan.atomic());
    }

    private MergeResult attach(boolean atomic) throws IOException {
        long replaced = 0;
        List<String> paths = new ArrayList<>();
        while (true) {
            byte[] answer = whenReplicated(
                    () -> calls.call(DecouplingMethods.ATTACH, path, new DecouplingRequest(path, number, 0).encode()));
            MergeOutcome outcome = decode(answer, MergeOutcome::decode);
            replaced += outcome.replacedCount();
            paths.addAll(outcome.replaced());
            if (outcome.finished()) {
                return new MergeResult(outcome.merged(), atomic, replaced, paths);
            }
        }
    }

    private interface Call {
        byte[] make() throws IOException;
    }

    private static byte[] whenReplicated(Call call) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REPLICA_WAIT_MILLIS);
        while (true) {
            try {
                return call.make();
            } catch (RemoteException e) {
                boolean early = NotReplicatedYetException.class.getName().equals(e.getClassName());
                if (!early || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            pause();
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(REPLICA_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("A merge was interrupted");
        }
    }

    /** What reads a message's bytes. */
    interface Decoding<T> {
        T of(byte[] bytes) throws MalformedEnvelopeException;
    }

    /** Reads a response, which is wrapped in one field of bytes. */
    static <T> T decode(byte[] response, Decoding<T> decoding) throws IOException {
        try {
            return decoding.of(WrappedBytes.unwrap(response));
        } catch (MalformedEnvelopeException e) {
            throw new IOException("A response about a decoupled subtree is malformed: " + e.getMessage(), e);
        }
    }
}
