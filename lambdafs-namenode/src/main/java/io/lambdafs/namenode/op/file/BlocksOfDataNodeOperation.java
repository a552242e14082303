package io.lambdafs.namenode.op.file;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.DataNodeBlocks;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * {@value DataNodeBlocks#METHOD}: some of the blocks of which a DataNode has replicas, from a random one on, for a balancer; for superusers.
 * The request is a {@link DataNodeBlocks}. One answer is bounded, and so is what is read for it. So it may have fewer blocks than there are,
 * and none if those that were looked at are short.
 */
final class BlocksOfDataNodeOperation implements ReadOperation<BytesValue, LocatedBlocksProto> {
    private final FileContent content;
    private final RandomGenerator random;

    /** With the DataNodes of the content of files; the random generator must be thread-safe. */
    BlocksOfDataNodeOperation(FileContent content, RandomGenerator random) {
        this.content = requireNonNull(content, "content");
        this.random = requireNonNull(random, "random");
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public LocatedBlocksProto execute(CallContext call, Transaction tx, BytesValue request) {
        new PermissionChecker(call).requireSuperuser("getBlocks");
        DataNodeBlocks wanted = wanted(request);
        FoundBlocks found = new FoundBlocks(tx, content, wanted, call.nowMillis());
        List<StorageId> storages = storages(tx, wanted);
        for (StorageId storage : storages) {
            found.addFromARandomOneOn(storage, random);
        }
        // What was passed over before: the blocks from the first to the random one.
        for (StorageId storage : storages) {
            found.addUpToTheRandomOne(storage);
        }
        return found.message();
    }

    private static DataNodeBlocks wanted(BytesValue request) {
        try {
            DataNodeBlocks wanted = DataNodeBlocks.decode(request.getValue().toByteArray());
            if (wanted.bytes() <= 0 || wanted.leastBytes() < 0) {
                throw new FsException(
                        ErrorCode.INVALID_ARGUMENT,
                        "Unexpected not positive size: " + wanted.bytes() + ", or negative least size of a block: "
                                + wanted.leastBytes());
            }
            return wanted;
        } catch (MalformedEnvelopeException e) {
            throw new FsException(ErrorCode.MALFORMED_REQUEST, "The request " + e.getMessage(), e);
        }
    }

    /** Of the wanted type, in random order. */
    private List<StorageId> storages(Transaction tx, DataNodeBlocks wanted) {
        DataNodeDescriptor node = content.dataNodes().all(tx).stream()
                .filter(known -> known.id().value().equals(wanted.dataNode()))
                .findFirst()
                .orElseThrow(() ->
                        new FsException(ErrorCode.INVALID_ARGUMENT, "Datanode " + wanted.dataNode() + " not found."));
        List<StorageId> storages = new ArrayList<>();
        for (StorageReport storage : node.storages()) {
            if (wanted.storageType().isEmpty()
                    || wanted.storageType().equals(storage.storageType().name())) {
                storages.add(storage.id());
            }
        }
        for (int i = storages.size() - 1; i > 0; i--) {
            Collections.swap(storages, i, random.nextInt(i + 1));
        }
        return storages;
    }
}
