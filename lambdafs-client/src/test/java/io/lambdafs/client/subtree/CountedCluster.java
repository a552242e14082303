package io.lambdafs.client.subtree;

import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingHolder;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DecouplingTerm;
import io.lambdafs.wire.decoupling.InodeNumbers;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.SubtreeRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/** A cluster that has one decoupled subtree and applies nothing: it counts the merges, and says which inodes are there. */
final class CountedCluster implements SubtreeCalls {
    static final long NUMBER = 100;
    static final long SINCE = 5_000;
    static final String ROOT = "/out";

    final List<MergeRequest> merges = new ArrayList<>();
    final Set<Long> present = new HashSet<>();
    boolean held = true;
    String state = "held";
    String policy = "";

    /** Whether the merge that has begun leaves the subtree decoupled. */
    boolean keep = true;

    /** Whether the store has a journal of one entry. */
    boolean stored;

    /** How many entries were merged. */
    long merged;

    /** The method whose next call is refused; empty if none is. */
    String failing = "";

    /** The method whose next call is executed, but whose answer is lost; empty if none is. */
    String unheard = "";

    /** The method whose next call is lost before it is executed; empty if none is. */
    String lost = "";

    /** What another thread does during the next call to begin a merge. */
    Runnable meanwhile = () -> {};

    private long begun;

    @Override
    public synchronized byte[] call(String method, String route, byte[] message) throws IOException {
        if (method.equals(failing)) {
            failing = "";
            throw new RemoteException(IOException.class.getName(), method + " was made to fail");
        }
        if (method.equals(lost)) {
            lost = "";
            throw new IOException("no answer to " + method);
        }
        byte[] answer = WrappedBytes.wrap(answer(method, message)).toByteArray();
        if (method.equals(unheard)) {
            unheard = "";
            throw new IOException("no answer to " + method);
        }
        return answer;
    }

    private byte[] answer(String method, byte[] message) throws IOException {
        return switch (method) {
            case DecouplingMethods.LIST -> new DecouplingList(held ? List.of(info()) : List.of()).encode();
            case DecouplingMethods.DECOUPLE, DecouplingMethods.RENEW -> lease().encode();
            case DecouplingMethods.BEGIN_MERGE -> {
                begin(decoded(message));
                meanwhile.run();
                yield new MergePlan(0, true).encode();
            }
            case DecouplingMethods.ATTACH -> {
                held &= keep;
                state = "held";
                merged += begun;
                begun = 0;
                yield new MergeOutcome(true, 1, 0, Collections.emptyList()).encode();
            }
            case DecouplingMethods.DISCARD -> {
                requireDiscardable(message);
                held = false;
                yield new byte[0];
            }
            default -> new byte[0];
        };
    }

    private void requireDiscardable(byte[] message) throws IOException {
        try {
            boolean careful = DecouplingRequest.decode(message).argument() == DecouplingRequest.UNLESS_STORED;
            if (careful && (stored || state.equals("merging"))) {
                throw new RemoteException(IOException.class.getName(), "the store has a journal");
            }
        } catch (MalformedEnvelopeException e) {
            throw new IOException(e);
        }
    }

    private void begin(MergeRequest request) throws IOException {
        if (state.equals("merging")) {
            MergeRequest going = merges.isEmpty() ? request : merges.get(merges.size() - 1);
            if (request.chunks() != 0 && (request.checksum() != going.checksum() || request.keep() != going.keep())) {
                throw new RemoteException(IOException.class.getName(), "another part has begun");
            }
            return;
        }
        state = "merging";
        keep = request.keep();
        begun = request.chunks() == 0 && stored ? 1 : request.entries();
        merges.add(request);
    }

    private static MergeRequest decoded(byte[] message) throws IOException {
        try {
            return MergeRequest.decode(message);
        } catch (MalformedEnvelopeException e) {
            throw new IOException(e);
        }
    }

    private DecouplingInfo info() {
        return new DecouplingInfo(
                NUMBER,
                ROOT,
                new DecouplingHolder("ann", "test", "here"),
                new DecouplingTerm(SINCE, SINCE + 1),
                state,
                50,
                policy);
    }

    /** An overlay of the subtree, which was empty and has no file for its journal. */
    Overlay overlay() {
        return new Overlay(lease(), (path, after) -> null, new JournalLog(null), System::currentTimeMillis);
    }

    private DecoupledLease lease() {
        return new DecoupledLease(
                NUMBER,
                new SubtreeRoot(7, ROOT, "staff", 0755, true),
                "ann",
                new InodeNumbers(101, 50),
                600_000,
                policy);
    }

    @Override
    public @Nullable DirectoryListing list(String path, byte[] startAfter) {
        for (long inode : present) {
            if (path.equals("/.reserved/.inodes/" + inode)) {
                HdfsFileStatus status = new HdfsFileStatus.Builder()
                        .path("f".getBytes(StandardCharsets.UTF_8))
                        .build();
                return new DirectoryListing(new HdfsFileStatus[] {status}, 0);
            }
        }
        return null;
    }
}
