package io.lambdafs.namenode.sim.decoupling;

import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.decoupling.BlocksRequest;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.jspecify.annotations.Nullable;

/**
 * What one client does with decoupled subtrees, one call at a time: it holds one, writes its journal, persists it, syncs, merges or discards;
 * and it takes up what others have left. Before any call it may be gone, with all that it had in its memory.
 */
public final class SubtreeWork {
    private static final int MOST_INODES = 12;
    /** One that ends while its client works, and one that does not. */
    private static final List<Long> LEASE_MILLIS = List.of(300L, 600_000L);

    private static final List<String> POLICIES = List.of(
            "",
            "consistency: append_client_journal\ndurability: local_persist",
            "consistency: append_client_journal+volatile_apply\ninterfere_policy: block");

    /** Of so many steps of one who holds a subtree, one is its last. */
    private static final int STEPS_TO_ONE_DEATH = 20;

    private static final int MOST_ROUNDS = 20;

    private final SimSubtreeCalls calls;
    private final LeftSubtrees left;
    private final SubtreeLedger ledger;
    private final RandomGenerator random;
    private final long blockSize;

    private @Nullable Held held;
    private @Nullable Merge merge;

    /** What the client has of a subtree in its memory. */
    private record Held(long number, String path, SimJournal journal) {}

    /** What a client brings its journal to the store for. */
    private enum Goal {
        /** All of it is merged, and the subtree is given up. */
        MERGE,
        /** All of it is merged, and the client goes on. */
        SYNC,
        /** It can be merged without the client. */
        PERSIST
    }

    /** A merge that the client makes, and how far it has come. */
    private static final class Merge {
        private final long number;
        private final String path;

        /** Empty if somebody has begun it. */
        private final Optional<JournalContent> content;

        private final Goal goal;
        private final List<Integer> unstaged = new ArrayList<>();
        private final List<Integer> unapplied = new ArrayList<>();
        private boolean begun;

        Merge(long number, String path, Optional<JournalContent> content, Goal goal) {
            this.number = number;
            this.path = path;
            this.content = content;
            this.goal = goal;
            for (int chunk = 0;
                    chunk
                            < content.map(JournalContent::chunks)
                                    .orElse(List.of())
                                    .size();
                    chunk++) {
                unstaged.add(chunk);
            }
        }
    }

    public SubtreeWork(
            SimSubtreeCalls calls, LeftSubtrees left, SubtreeLedger ledger, long blockSize, RandomGenerator random) {
        this.calls = calls;
        this.left = left;
        this.ledger = ledger;
        this.blockSize = blockSize;
        this.random = random;
    }

    /** Does the next thing; where the client holds nothing, perhaps with the subtree of this directory. */
    public void step(String directory) {
        if ((held != null || merge != null) && random.nextInt(STEPS_TO_ONE_DEATH) == 0) {
            die();
        } else if (merge != null) {
            go(merge);
        } else if (held != null) {
            work(held);
        } else if (random.nextInt(3) > 0) {
            decouple(directory);
        } else {
            takeUp();
        }
    }

    /** The client is gone. */
    public void die() {
        if (held != null) {
            calls.note("GONE, with the subtree " + held.number());
            left.abandoned(held.number());
        }
        held = null;
        merge = null;
    }

    /** Ends all decoupled subtrees whose clients are gone: merges what was persisted or has begun, and discards the others. */
    public void endAll() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<DecouplingInfo> all = list(DecouplingRequest.ALSO_DISCARDED);
            if (all.isEmpty()) {
                return;
            }
            for (DecouplingInfo info : all) {
                merge = mergeOf(info);
                if (merge == null) {
                    discard(info.number(), info.path());
                }
                while (merge != null) {
                    go(merge);
                }
            }
        }
        throw new SimFailure("decoupled subtrees are left that can neither be merged nor discarded: "
                + list(DecouplingRequest.ALSO_DISCARDED).stream()
                        .map(DecouplingInfo::number)
                        .toList());
    }

    private @Nullable Merge mergeOf(DecouplingInfo info) {
        String path = info.path().isEmpty() ? "/" : info.path();
        if (info.state().equals("merging")) {
            return new Merge(info.number(), path, Optional.empty(), Goal.MERGE);
        }
        Optional<LeftSubtrees.Left> found = left.of(info.number());
        boolean inStore = found.filter(LeftSubtrees.Left::inStore).isPresent();
        return found.flatMap(LeftSubtrees.Left::journal)
                .map(content ->
                        new Merge(info.number(), path, inStore ? Optional.empty() : Optional.of(content), Goal.MERGE))
                .orElse(null);
    }

    private static MessageLite wrapped(byte[] message) {
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }

    /** What reads a message's bytes. */
    private interface Decoding<T> {
        T of(byte[] bytes) throws MalformedEnvelopeException;
    }

    private static <T> T decode(ResponseEnvelope answer, Decoding<T> decoding) {
        try {
            return decoding.of(BytesValue.parseFrom(answer.payload()).getValue().toByteArray());
        } catch (InvalidProtocolBufferException | MalformedEnvelopeException e) {
            throw new SimFailure("an answer that cannot be read: " + e);
        }
    }

    private Optional<ResponseEnvelope> call(String method, String path, byte[] message, String detail) {
        return calls.call(method, path, wrapped(message), detail);
    }

    private Optional<ResponseEnvelope> call(String method, String path, long number, long argument) {
        return call(method, path, new DecouplingRequest(path, number, argument).encode(), number + " " + argument);
    }

    private List<DecouplingInfo> list() {
        return list(0);
    }

    private List<DecouplingInfo> list(long argument) {
        return call(DecouplingMethods.LIST, "/", 0, argument)
                .filter(ResponseEnvelope::succeeded)
                .map(answer -> decode(answer, DecouplingList::decode).all())
                .orElse(List.of());
    }

    private void decouple(String path) {
        int inodes = 2 + random.nextInt(MOST_INODES - 1);
        byte[] message = new DecoupleRequest(
                        path,
                        "client",
                        inodes,
                        LEASE_MILLIS.get(random.nextInt(LEASE_MILLIS.size())),
                        POLICIES.get(random.nextInt(POLICIES.size())))
                .encode();
        Optional<ResponseEnvelope> answer = call(DecouplingMethods.DECOUPLE, path, message, "" + inodes);
        if (answer.isPresent() && answer.get().succeeded()) {
            DecoupledLease lease = decode(answer.get(), DecoupledLease::decode);
            left.held(lease.number(), path, calls.user());
            held = new Held(lease.number(), path, new SimJournal(lease, blockSize, random));
            calls.note("HOLDS " + lease.number() + " at " + path);
        }
    }

    /** What somebody has left, or is still at. */
    private void takeUp() {
        List<DecouplingInfo> all = list().stream()
                .filter(info -> info.state().equals("merging")
                        || left.of(info.number())
                                .map(LeftSubtrees.Left::abandoned)
                                .orElse(true))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        DecouplingInfo info = all.get(random.nextInt(all.size()));
        merge = mergeOf(info);
        if (merge == null) {
            discard(info.number(), info.path());
        }
    }

    private void work(Held subtree) {
        SimJournal journal = subtree.journal();
        int kind = random.nextInt(20);
        if (kind < 9) {
            for (int change = random.nextInt(4); change >= 0; change--) {
                journal.change();
            }
        } else if (kind < 11 && journal.hasRoom()) {
            write(subtree);
        } else if (kind < 13) {
            if (!journal.isEmpty()) {
                left.persisted(subtree.number(), Optional.of(journal.content()), false);
            }
        } else if (kind < 14) {
            goneIfRefused(call(DecouplingMethods.RENEW, subtree.path(), subtree.number(), 0));
        } else if (kind < 15 && random.nextInt(3) == 0) {
            discard(subtree.number(), subtree.path());
        } else if (!journal.isEmpty()) {
            Goal goal = Goal.values()[random.nextInt(Goal.values().length)];
            merge = new Merge(subtree.number(), subtree.path(), Optional.of(journal.content()), goal);
        }
    }

    private void write(Held subtree) {
        byte[] message =
                new BlocksRequest(subtree.path(), subtree.number(), 1, 1, blockSize, List.of(), List.of()).encode();
        Optional<ResponseEnvelope> answer =
                call(DecouplingMethods.RESERVE_BLOCKS, subtree.path(), message, "" + subtree.number());
        if (!goneIfRefused(answer) && answer.isPresent()) {
            try {
                ExtendedBlockProto block =
                        LocatedBlocksProto.parseFrom(answer.get().payload()).getBlocks(0).getB().toBuilder()
                                .setNumBytes(1 + random.nextInt((int) blockSize))
                                .build();
                calls.reportReplica(block);
                subtree.journal()
                        .write(new JournalBlock(block.getBlockId(), block.getGenerationStamp(), block.getNumBytes()));
            } catch (InvalidProtocolBufferException e) {
                throw new SimFailure("an answer that cannot be read: " + e);
            }
        }
    }

    /** A client that has no answer, or whose subtree is somebody else's business now, gives it up. */
    private boolean goneIfRefused(Optional<ResponseEnvelope> answer) {
        boolean gone = answer.isEmpty() || !answer.get().succeeded();
        if (gone) {
            die();
        }
        return gone;
    }

    /** As a client does that waits only for a while: what is left of it is done by others. */
    private void discard(long number, String path) {
        boolean goOn = true;
        while (goOn) {
            Optional<ResponseEnvelope> answer = call(DecouplingMethods.DISCARD, path.isEmpty() ? "/" : path, number, 0);
            boolean done = answer.filter(ResponseEnvelope::succeeded).isPresent();
            if (done) {
                ended(number);
            }
            goOn = done && !decode(answer.orElseThrow(), DiscardOutcome::decode).finished() && random.nextInt(4) > 0;
        }
        die();
    }

    private void ended(long number) {
        left.ended(number);
        held = null;
        merge = null;
    }

    private void go(Merge going) {
        if (!going.begun && !going.unstaged.isEmpty()) {
            stage(going);
        } else if (going.goal == Goal.PERSIST) {
            persist(going);
        } else if (!going.begun) {
            begin(going);
        } else if (!going.unapplied.isEmpty()) {
            apply(going);
        } else {
            attach(going);
        }
    }

    private void stage(Merge going) {
        int chunk = going.unstaged.remove(random.nextInt(going.unstaged.size()));
        byte[] bytes = going.content.orElseThrow().chunks().get(chunk);
        byte[] message = new StageRequest(going.path, going.number, chunk, List.of(bytes)).encode();
        refusedOrGone(going, call(DecouplingMethods.STAGE, going.path, message, going.number + " chunk " + chunk));
    }

    private byte[] request(Merge going) {
        going.content.ifPresent(content -> ledger.sends(going.number, content));
        return going.content
                .map(content -> new MergeRequest(
                        going.path,
                        going.number,
                        content.chunks().size(),
                        content.entries(),
                        content.checksum(),
                        going.goal == Goal.SYNC))
                .orElseGet(() -> new MergeRequest(going.path, going.number, 0, 0, 0, false))
                .encode();
    }

    private void persist(Merge going) {
        Optional<ResponseEnvelope> answer =
                call(DecouplingMethods.PERSIST, going.path, request(going), going.number + "");
        if (!refusedOrGone(going, answer)) {
            left.persisted(going.number, going.content, true);
            merge = null;
        }
    }

    private void begin(Merge going) {
        Optional<ResponseEnvelope> answer =
                call(DecouplingMethods.BEGIN_MERGE, going.path, request(going), going.number + "");
        if (refusedOrGone(going, answer) || answer.isEmpty()) {
            return;
        }
        MergePlan plan = decode(answer.get(), MergePlan::decode);
        going.begun = true;
        for (int slice = 0; slice < plan.slices(); slice++) {
            going.unapplied.add(slice);
        }
        if (plan.slices() > 0 && random.nextInt(4) == 0) {
            // As a client does that had no answer.
            going.unapplied.add(random.nextInt(plan.slices()));
        }
        if (plan.atomic()) {
            going.content.ifPresent(content -> ledger.promisedAtomic(going.number, content));
        }
    }

    private void apply(Merge going) {
        int slice = going.unapplied.remove(random.nextInt(going.unapplied.size()));
        refusedOrGone(going, call(DecouplingMethods.APPLY_SLICE, going.path, going.number, slice));
    }

    private void attach(Merge going) {
        Optional<ResponseEnvelope> answer = call(DecouplingMethods.ATTACH, going.path, going.number, 0);
        if (refusedOrGone(going, answer) || answer.isEmpty()) {
            return;
        }
        if (decode(answer.get(), MergeOutcome::decode).finished()) {
            merge = null;
            if (going.goal == Goal.SYNC && held != null) {
                held.journal().merged();
                left.persisted(going.number, Optional.empty(), false);
            } else if (held != null && held.number() == going.number) {
                ended(going.number);
            }
        }
    }

    /** A client that is refused gives the subtree up with what has not been attached; without an answer, the client is gone. */
    private boolean refusedOrGone(Merge going, Optional<ResponseEnvelope> answer) {
        if (answer.isPresent() && answer.get().succeeded()) {
            return false;
        }
        calls.note("REFUSED " + going.number + ": "
                + answer.map(ResponseEnvelope::message).orElse("no answer"));
        if (answer.isPresent()) {
            discard(going.number, going.path);
        } else {
            die();
        }
        return true;
    }
}
