package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.BlocksRequest;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.OverlayNode;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of files in a decoupled subtree. They are reserved in batches, so that most blocks cost no call. Thread-safe.
 *
 * <p>What is reserved and not used is freed by the merge.
 */
final class OverlayFiles {
    /** The most blocks that wait for a writer. */
    private static final int MOST_AHEAD = 16;

    private final Overlay overlay;
    private final SubtreeCalls calls;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, List<LocatedBlock>> blocks = new HashMap<>();
    private final Map<String, Deque<LocatedBlock>> reserved = new HashMap<>();
    private final Set<Long> restored = new HashSet<>();
    private int ahead = 1;

    OverlayFiles(Overlay overlay, SubtreeCalls calls) {
        this.overlay = overlay;
        this.calls = calls;
    }

    /** A new block at the end of an open file. */
    LocatedBlock add(
            String path,
            long fileId,
            @Nullable ExtendedBlock previous,
            DatanodeInfo @Nullable [] excluded,
            String @Nullable [] favored)
            throws IOException {
        OverlayNode file = overlay.openFile(path, fileId);
        lock.lock();
        try {
            List<LocatedBlock> present = blocks.computeIfAbsent(file.id(), id -> new ArrayList<>());
            setLast(path, present, previous);
            boolean anywhere = (excluded == null || excluded.length == 0) && (favored == null || favored.length == 0);
            LocatedBlock added = anywhere
                    ? next(file)
                    : reserve(
                                    file,
                                    1,
                                    uuids(excluded),
                                    favored == null ? Collections.emptyList() : Arrays.asList(favored))
                            .get(0);
            LocatedBlock placed = at(added, length(present));
            present.add(placed);
            return placed;
        } finally {
            lock.unlock();
        }
    }

    private static List<String> uuids(DatanodeInfo @Nullable [] nodes) {
        List<String> uuids = new ArrayList<>();
        if (nodes != null) {
            for (DatanodeInfo node : nodes) {
                uuids.add(node.getDatanodeUuid());
            }
        }
        return uuids;
    }

    private LocatedBlock next(OverlayNode file) throws IOException {
        String shape = file.replication() + "x" + file.blockSize();
        Deque<LocatedBlock> waiting = reserved.computeIfAbsent(shape, key -> new ArrayDeque<>());
        if (waiting.isEmpty()) {
            waiting.addAll(reserve(file, ahead, Collections.emptyList(), Collections.emptyList()));
            ahead = Math.min(MOST_AHEAD, ahead * 2);
        }
        return waiting.remove();
    }

    private List<LocatedBlock> reserve(OverlayNode file, int count, List<String> excluded, List<String> favored)
            throws IOException {
        BlocksRequest request = new BlocksRequest(
                overlay.root(),
                overlay.lease().number(),
                count,
                file.replication(),
                file.blockSize(),
                excluded,
                favored);
        byte[] answer = calls.call(DecouplingMethods.RESERVE_BLOCKS, overlay.root(), request.encode());
        try {
            return PBHelperClient.convert(LocatedBlocksProto.parseFrom(answer)).getLocatedBlocks();
        } catch (InvalidProtocolBufferException e) {
            throw Refusals.plain("The response to " + DecouplingMethods.RESERVE_BLOCKS + " is malformed");
        }
    }

    /* The same block, at its place in the file. */
    private static LocatedBlock at(LocatedBlock block, long offset) {
        block.setStartOffset(offset);
        return block;
    }

    private static long length(List<LocatedBlock> present) {
        long length = 0;
        for (LocatedBlock block : present) {
            length += block.getBlockSize();
        }
        return length;
    }

    private static void setLast(String path, List<LocatedBlock> present, @Nullable ExtendedBlock said)
            throws IOException {
        if (said == null) {
            return;
        }
        LocatedBlock last = present.isEmpty() ? null : present.get(present.size() - 1);
        if (last == null || last.getBlock().getBlockId() != said.getBlockId()) {
            throw Refusals.plain(said + " is not the last block of " + path);
        }
        last.getBlock().setNumBytes(said.getNumBytes());
        last.getBlock().setGenerationStamp(said.getGenerationStamp());
    }

    /** Removes the last block of an open file, of which nothing was written. */
    void abandon(ExtendedBlock block, String path, long fileId) throws IOException {
        OverlayNode file = overlay.openFile(path, fileId);
        lock.lock();
        try {
            List<LocatedBlock> present = blocks.getOrDefault(file.id(), Collections.emptyList());
            if (!present.isEmpty() && present.get(present.size() - 1).getBlock().getBlockId() == block.getBlockId()) {
                present.remove(present.size() - 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes a file. */
    void complete(String path, long fileId, @Nullable ExtendedBlock last) throws IOException {
        OverlayNode file = overlay.openFile(path, fileId);
        List<JournalBlock> written = new ArrayList<>();
        lock.lock();
        try {
            List<LocatedBlock> present = blocks.getOrDefault(file.id(), Collections.emptyList());
            setLast(path, present, last);
            for (LocatedBlock block : present) {
                ExtendedBlock said = block.getBlock();
                written.add(new JournalBlock(said.getBlockId(), said.getGenerationStamp(), said.getNumBytes()));
            }
        } finally {
            lock.unlock();
        }
        overlay.complete(file, written);
    }

    private static void requireKnown(OverlayNode file, List<LocatedBlock> present, String what, String path)
            throws IOException {
        if (present.size() != file.blocks().size()) {
            throw Refusals.unsupported(what + " a file that another process wrote", path);
        }
    }

    /**
     * Begins to append to a file, in a new block: the last one may have replicas that no DataNode has reported yet.
     *
     * @throws IOException if it is being written, is in the namespace already, or if its blocks are not known
     */
    void append(String path) throws IOException {
        OverlayNode file = overlay.reopen(path);
        boolean known = false;
        lock.lock();
        try {
            requireKnown(file, blocks.getOrDefault(file.id(), Collections.emptyList()), "Appending to", path);
            restored.remove(file.id());
            known = true;
        } finally {
            lock.unlock();
            if (!known) {
                overlay.keepClosed(file);
            }
        }
    }

    /**
     * Ends an append whose writer has failed: the file is as before.
     *
     * @return whether there was one
     */
    boolean endAppend(OverlayNode file) {
        if (!overlay.keepClosed(file)) {
            return false;
        }
        lock.lock();
        try {
            List<LocatedBlock> present = blocks.getOrDefault(file.id(), Collections.emptyList());
            int before = overlay.blocksInJournal(file.id());
            if (present.size() > before) {
                present.subList(before, present.size()).clear();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The blocks of a file of the overlay that have bytes in this range. */
    LocatedBlocks locate(OverlayNode file, String path, long offset, long length) throws IOException {
        lock.lock();
        try {
            List<LocatedBlock> present = blocks.getOrDefault(file.id(), Collections.emptyList());
            if (!overlay.isBeingWritten(file)) {
                requireKnown(file, present, "Reading", path);
            }
            List<LocatedBlock> within = new ArrayList<>();
            for (LocatedBlock block : present) {
                long end = block.getStartOffset() + block.getBlockSize();
                if (block.getBlockSize() > 0 && end > offset && block.getStartOffset() < offset + length) {
                    within.add(block);
                }
            }
            LocatedBlock last = present.isEmpty() ? null : present.get(present.size() - 1);
            return new LocatedBlocks(length(present), false, within, last, true, null, null);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Where the blocks of files are that this process has written and closed, for {@link #restore}: for each file its number, a length and a
     * message of HDFS's.
     */
    void save(DataOutputStream out) throws IOException {
        lock.lock();
        try {
            for (Map.Entry<Long, List<LocatedBlock>> file : blocks.entrySet()) {
                int known = Math.min(
                        overlay.blocksInJournal(file.getKey()), file.getValue().size());
                if (known == 0 || restored.contains(file.getKey())) {
                    continue;
                }
                List<LocatedBlock> present = file.getValue().subList(0, known);
                byte[] message = PBHelperClient.convert(
                                new LocatedBlocks(length(present), false, present, null, true, null, null))
                        .toByteArray();
                out.writeLong(file.getKey());
                out.writeInt(message.length);
                out.write(message);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes in what earlier processes have saved. What is damaged or cut off is left out: such files cannot be read before the merge. */
    void restore(byte[] saved) {
        ByteBuffer in = ByteBuffer.wrap(saved);
        lock.lock();
        try {
            while (in.remaining() >= Long.BYTES + Integer.BYTES) {
                long file = in.getLong();
                int length = in.getInt();
                if (length < 0 || length > in.remaining()) {
                    return;
                }
                byte[] message = new byte[length];
                in.get(message);
                blocks.put(
                        file,
                        new ArrayList<>(PBHelperClient.convert(LocatedBlocksProto.parseFrom(message))
                                .getLocatedBlocks()));
                restored.add(file);
            }
        } catch (InvalidProtocolBufferException e) {
            return;
        } finally {
            lock.unlock();
        }
    }
}
