package io.lambdafs.namenode.invalidation;

import io.lambdafs.fs.INode;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.decoupling.BlocksRequest;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalTarget.Place;
import io.lambdafs.wire.journal.JournalledFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/**
 * Random requests about decoupled subtrees of one namespace, by method. The first subtree is merged, one step in each round; those that come
 * later are discarded.
 */
final class DecouplingRequests {
    private static final int INODES = 20;

    private final Map<Long, byte[]> journals = new HashMap<>();
    private final Map<Long, Integer> entries = new HashMap<>();

    Map<String, Function<Choices, MessageLite>> all() {
        Map<String, Function<Choices, MessageLite>> requests = new TreeMap<>();
        requests.put(DecouplingMethods.DECOUPLE, DecouplingRequests::decouple);
        requests.put(DecouplingMethods.RENEW, choices -> named(first(choices), 0));
        requests.put(DecouplingMethods.RESERVE_BLOCKS, this::reserveBlocks);
        requests.put(DecouplingMethods.STAGE, this::stage);
        requests.put(DecouplingMethods.PERSIST, this::persist);
        requests.put(DecouplingMethods.BEGIN_MERGE, this::beginMerge);
        requests.put(DecouplingMethods.APPLY_SLICE, choices -> named(first(choices), 0));
        requests.put(DecouplingMethods.ATTACH, choices -> named(first(choices), 0));
        requests.put(DecouplingMethods.DISCARD, choices -> named(later(choices), 0));
        return requests;
    }

    private static MessageLite wrapped(byte[] message) {
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }

    private static MessageLite named(long number, long argument) {
        return wrapped(new DecouplingRequest("any", number, argument).encode());
    }

    private static long first(Choices choices) {
        List<Decoupling> all = choices.decouplings();
        return all.isEmpty() ? 1 : all.get(0).number().value();
    }

    private static long later(Choices choices) {
        List<Decoupling> all = choices.decouplings();
        return all.size() < 2 ? 1 : all.get(all.size() - 1).number().value();
    }

    private static MessageLite decouple(Choices choices) {
        return wrapped(new DecoupleRequest(choices.directory(), "test", INODES, 60_000, "").encode());
    }

    private MessageLite reserveBlocks(Choices choices) {
        return wrapped(new BlocksRequest("/any", first(choices), 2, 1, RandomNamespace.BLOCK_SIZE, List.of(), List.of())
                .encode());
    }

    /** A journal that makes a directory with a file, makes a file, takes the place of what is there, and removes something. */
    private MessageLite stage(Choices choices) {
        if (choices.decouplings().isEmpty()) {
            return named(1, 0);
        }
        Decoupling decoupling = choices.decouplings().get(0);
        long root = decoupling.directory().value();
        long next = decoupling.inodes().first();
        JournalEncoder journal = new JournalEncoder();
        JournalledFile file = new JournalledFile(0644, 5, 1, RandomNamespace.BLOCK_SIZE, List.of());
        journal.makeDirectory(root, "made", next, 0755, 5);
        journal.createFile(new Place(next, "below"), next + 1, file);
        List<INode> children = choices.children(decoupling.directory());
        if (!children.isEmpty()) {
            journal.delete(root, children.get(0).name().toString(), 5);
        }
        if (children.size() > 1) {
            journal.createFile(new Place(root, children.get(1).name().toString()), next + 2, file);
        }
        if (children.size() > 2) {
            journal.setPermission(children.get(2).id().value(), 0700);
        }
        entries.put(decoupling.number().value(), journal.entries());
        byte[] chunk = journal.takeChunk();
        journals.put(decoupling.number().value(), chunk);
        return wrapped(new StageRequest("any", decoupling.number().value(), 0, List.of(chunk)).encode());
    }

    private MessageLite beginMerge(Choices choices) {
        return whole(choices.oneIn(2) ? first(choices) : 1, choices.oneIn(2));
    }

    /* Not each time, because no other journal can be sent afterwards. */
    private MessageLite persist(Choices choices) {
        return whole(choices.oneIn(2) ? first(choices) : 1, false);
    }

    private MessageLite whole(long number, boolean keep) {
        byte[] chunk = journals.getOrDefault(number, new byte[0]);
        CRC32 checksum = new CRC32();
        checksum.update(chunk);
        return wrapped(new MergeRequest("/any", number, 1, entries.getOrDefault(number, 1), checksum.getValue(), keep)
                .encode());
    }
}
