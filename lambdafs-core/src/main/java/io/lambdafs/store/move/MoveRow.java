package io.lambdafs.store.move;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.wire.RequestId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * A row of a store in a form that belongs to no store. Equal rows are the same in every respect that a user of the store can
 * see. Times are in microseconds since 1970, by the store's clock.
 */
public sealed interface MoveRow {
    /** The table that has it. */
    MoveTable table();

    /** What names the row in its table. */
    MoveKey key();

    /** A directory or a file. */
    record INodeRow(INode inode) implements MoveRow {
        public INodeRow {
            requireNonNull(inode, "inode");
        }

        @Override
        public MoveTable table() {
            return MoveTable.INODES;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(inode.parent().value(), inode.name().bytes(), 0);
        }
    }

    /** A detail of an inode. */
    record DetailRow(Detail detail) implements MoveRow {
        public DetailRow {
            requireNonNull(detail, "detail");
        }

        /** The key of the detail that a key of this table names. */
        public static DetailKey detail(MoveKey key) {
            return new DetailKey(new INodeId(key.first()), DetailKind.numbered(key.toBytes()[0]), key.last());
        }

        @Override
        public MoveTable table() {
            return MoveTable.DETAILS;
        }

        @Override
        public MoveKey key() {
            DetailKey key = detail.key();
            return MoveKey.of(key.inode().value(), new byte[] {(byte) key.kind().number()}, key.label());
        }
    }

    /** A block of a file. */
    record BlockRow(BlockInfo block) implements MoveRow {
        public BlockRow {
            requireNonNull(block, "block");
        }

        @Override
        public MoveTable table() {
            return MoveTable.BLOCKS;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(block.id().value());
        }
    }

    /** A replica of a block. */
    record ReplicaRow(Replica replica) implements MoveRow {
        public ReplicaRow {
            requireNonNull(replica, "replica");
        }

        @Override
        public MoveTable table() {
            return MoveTable.REPLICAS;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(replica.block().value(), replica.storage().value(), 0);
        }
    }

    /**
     * A DataNode with its storages.
     *
     * @param storages those that no other DataNode has reported since
     * @param heardMicros when it was last heard of
     * @param report what it last said of all its replicas; empty if it never did
     */
    record DataNodeRow(
            DataNodeRegistration registration,
            List<StorageReport> storages,
            long heardMicros,
            int activeTransfers,
            Optional<FullReport> report)
            implements MoveRow {
        public DataNodeRow {
            requireNonNull(registration, "registration");
            storages = storages.stream()
                    .sorted(Comparator.comparing(storage -> storage.id().value()))
                    .toList();
            requireNonNull(report, "report");
        }

        /** How many replicas a DataNode has, and when it reported all of them. */
        public record FullReport(long replicas, long reportedMicros) {}

        @Override
        public MoveTable table() {
            return MoveTable.DATA_NODES;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(registration.id().value());
        }
    }

    /** A client's lease. */
    record LeaseRow(String clientName, long renewedMicros) implements MoveRow {
        public LeaseRow {
            requireNonNull(clientName, "clientName");
        }

        @Override
        public MoveTable table() {
            return MoveTable.LEASES;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(clientName);
        }
    }

    /**
     * A block whose replication must be looked at.
     *
     * @param lookedAtMicros when it was last looked at; empty if it was not
     */
    record QueuedBlockRow(BlockId block, OptionalLong lookedAtMicros) implements MoveRow {
        public QueuedBlockRow {
            requireNonNull(block, "block");
            requireNonNull(lookedAtMicros, "lookedAtMicros");
        }

        @Override
        public MoveTable table() {
            return MoveTable.REPLICATION_QUEUE;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(block.value());
        }
    }

    /** What is wrong with a block in the replication queue. */
    record FlawRow(BlockId block, Set<BlockFlaw> flaws) implements MoveRow {
        public FlawRow {
            requireNonNull(block, "block");
            flaws = Set.copyOf(flaws);
        }

        @Override
        public MoveTable table() {
            return MoveTable.FLAWS;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(block.value());
        }
    }

    /**
     * A command that a DataNode has not fetched.
     *
     * @param number says in which order the commands were sent
     */
    record CommandRow(DataNodeId dataNode, long number, DataNodeCommand command) implements MoveRow {
        public CommandRow {
            requireNonNull(dataNode, "dataNode");
            requireNonNull(command, "command");
        }

        @Override
        public MoveTable table() {
            return MoveTable.COMMANDS;
        }

        /** Ordered by the length of the DataNode's id, then by the id, then by the number. */
        @Override
        public MoveKey key() {
            byte[] id = dataNode.value().getBytes(StandardCharsets.UTF_8);
            return MoveKey.of(id.length, id, number);
        }
    }

    /** A role, and until when its owner holds it. */
    record RoleRow(String role, String owner, long untilMicros) implements MoveRow {
        public RoleRow {
            requireNonNull(role, "role");
            requireNonNull(owner, "owner");
        }

        @Override
        public MoveTable table() {
            return MoveTable.ROLES;
        }

        @Override
        public MoveKey key() {
            return MoveKey.of(role);
        }
    }

    /**
     * The outcome of a request.
     *
     * @param outcome its bytes in hexadecimal digits, so that equal outcomes are equal values
     */
    record OutcomeRow(RequestId request, String outcome, long recordedMicros) implements MoveRow {
        public OutcomeRow {
            requireNonNull(request, "request");
            requireNonNull(outcome, "outcome");
        }

        /** The outcome with these bytes. */
        public static OutcomeRow of(RequestId request, byte[] outcome, long recordedMicros) {
            return new OutcomeRow(request, HexFormat.of().formatHex(outcome), recordedMicros);
        }

        /** The request that a key of this table names. */
        public static RequestId request(MoveKey key) {
            ByteBuffer client = ByteBuffer.wrap(key.toBytes());
            return new RequestId(new UUID(client.getLong(), client.getLong()), key.last());
        }

        /** The outcome's bytes. */
        public byte[] bytes() {
            return HexFormat.of().parseHex(outcome);
        }

        @Override
        public MoveTable table() {
            return MoveTable.OUTCOMES;
        }

        @Override
        public MoveKey key() {
            byte[] client = ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(request.client().getMostSignificantBits())
                    .putLong(request.client().getLeastSignificantBits())
                    .array();
            return MoveKey.of(0, client, request.sequence());
        }
    }
}
