package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.table.INodeCodec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How prefetched rows are written. */
final class PrefetchedCodec {
    private static final Codec<List<BlockInfo>> BLOCKS = Codecs.BLOCK.list();
    private static final Codec<Optional<byte[]>> OUTCOME = Codecs.BYTES.optional();
    private static final Codec<Optional<Duration>> AGE = Codecs.DURATION.optional();

    private PrefetchedCodec() {}

    static void put(Encoder out, Prefetched value) {
        out.putLong(value.nowMicros());
        OUTCOME.put(out, value.priorOutcome());
        out.putInt(value.rows().size());
        value.rows().forEach((key, locked) -> {
            Codecs.INODE_KEY.put(out, key);
            Codecs.LOCK_MODE.put(out, locked.mode());
            out.putFlag(locked.inode().isPresent());
            locked.inode().ifPresent(inode -> INodeCodec.put(out, inode));
        });
        out.putInt(value.blocks().size());
        value.blocks().forEach((file, blocks) -> {
            Codecs.INODE_ID.put(out, file);
            BLOCKS.put(out, blocks);
        });
        out.putInt(value.leases().size());
        value.leases().forEach((client, age) -> {
            out.putText(client);
            AGE.put(out, age);
        });
    }

    static Prefetched get(Decoder in) {
        return new Prefetched(in.getLong(), OUTCOME.get(in), rows(in), blocks(in), leases(in));
    }

    private static Map<INodeKey, Prefetched.Locked> rows(Decoder in) {
        Map<INodeKey, Prefetched.Locked> rows = new HashMap<>();
        for (int left = in.getCount(); left > 0; left--) {
            INodeKey key = Codecs.INODE_KEY.get(in);
            LockMode mode = Codecs.LOCK_MODE.get(in);
            Optional<INode> inode = in.getFlag() ? Optional.of(INodeCodec.get(key, in)) : Optional.empty();
            rows.put(key, new Prefetched.Locked(mode, inode));
        }
        return rows;
    }

    private static Map<INodeId, List<BlockInfo>> blocks(Decoder in) {
        Map<INodeId, List<BlockInfo>> blocks = new HashMap<>();
        for (int left = in.getCount(); left > 0; left--) {
            blocks.put(Codecs.INODE_ID.get(in), BLOCKS.get(in));
        }
        return blocks;
    }

    private static Map<String, Optional<Duration>> leases(Decoder in) {
        Map<String, Optional<Duration>> leases = new HashMap<>();
        for (int left = in.getCount(); left > 0; left--) {
            leases.put(in.getText(), AGE.get(in));
        }
        return leases;
    }
}
