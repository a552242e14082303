package io.lambdafs.store.rocks.server;

import io.lambdafs.store.DetailKind;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.operation.BlockOperations;
import io.lambdafs.store.rocks.operation.DataNodeOperations;
import io.lambdafs.store.rocks.operation.DetailOperations;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.rocks.operation.INodeOperations;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.ReplicaOperations;
import io.lambdafs.store.rocks.operation.Request;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.rocks.operation.WorkOperations;
import java.util.Set;

/**
 * What clients with the role of a DataNode may ask: to report replicas and storages, to take their commands, to read block keys, and to
 * leave a report of a recovery for the housekeeping. Everything else is refused, above all whatever changes inodes or blocks, or reads
 * tokens and keys of services.
 */
final class DataNodeRights {
    /** How the labels of DataNodes' writers begin. */
    static final String LABEL = "datanode ";

    private static final Set<EngineAction<?, ?>> ALLOWED = Set.of(
            EngineOperations.IDENTITY,
            EngineOperations.REGISTER,
            EngineOperations.FENCE,
            EngineOperations.WRITERS,
            TransactionOperations.NOTHING,
            TransactionOperations.NOW,
            // A file that is locked keeps its blocks while a report of them is written down.
            INodeOperations.LOCK,
            BlockOperations.GET,
            ReplicaOperations.OF_BLOCKS,
            ReplicaOperations.ON_STORAGE,
            ReplicaOperations.PUT,
            ReplicaOperations.REMOVE,
            DataNodeOperations.ALL,
            DataNodeOperations.REGISTER,
            DataNodeOperations.HEARTBEAT,
            DataNodeOperations.NOTE_REPORT,
            DataNodeOperations.NOTE_REPLICAS,
            WorkOperations.CHECK_REPLICATION,
            WorkOperations.SEND,
            WorkOperations.TAKE,
            DetailOperations.OF,
            DetailOperations.PUT);

    private DataNodeRights() {}

    /**
     * Makes sure that a DataNode may ask this.
     *
     * @throws StoreException INCOMPATIBLE if it may not
     */
    static void require(Request request) {
        if (request instanceof Request.Call call) {
            call.changes().forEach(DataNodeRights::require);
            require(call.question());
        } else if (request instanceof Request.Begin begin) {
            require(begin.opening());
        } else if (request instanceof Request.Read read) {
            require(read.question());
        } else if (request instanceof Request.Ask<?, ?> ask) {
            require(ask.operation(), ask.argument());
        }
    }

    private static void require(Opening opening) {
        if (opening.request().isPresent()
                || !opening.locks().isEmpty()
                || opening.blocksOf().isPresent()
                || opening.leaseOf().isPresent()) {
            throw refused("a transaction that begins with a client's request");
        }
    }

    private static void require(TableInvocation<?, ?> invocation) {
        require(invocation.operation(), invocation.argument());
    }

    private static void require(EngineAction<?, ?> operation, Object argument) {
        boolean allowed = ALLOWED.contains(operation)
                && (operation != DetailOperations.OF || isOfKind(argument, DetailKind.BLOCK_KEY))
                && (operation != DetailOperations.PUT || isOfKind(argument, DetailKind.RECOVERY_REPORT))
                && (operation != EngineOperations.REGISTER
                        || argument.toString().startsWith(LABEL));
        if (!allowed) {
            throw refused(operation.name());
        }
    }

    private static boolean isOfKind(Object argument, DetailKind kind) {
        DetailKind asked = argument instanceof DetailOperations.Part part
                ? part.from().kind()
                : ((io.lambdafs.store.Detail) argument).key().kind();
        return asked == kind;
    }

    /** Of something that a DataNode may not ask. */
    static StoreException refused(String what) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "the store refuses " + what + " to a DataNode, which may report replicas and take commands: use the"
                        + " secret of the store's owner for other programs");
    }
}
