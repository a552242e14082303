package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.housekeeping.HousekeepingConfig.Liveness;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Forgets the replicas on lost storages, so that they are replaced. A storage is lost if its DataNode was silent too
 * long, or gave it up.
 *
 * <p>A DataNode that comes back reports all its replicas, which restores what was forgotten. Silence counts only if the
 * store could be heard all the while: after an outage of the store, every DataNode looks silent.
 */
final class DeadDataNodes implements HousekeepingTask {
    private static final int PAGE = 512;
    private static final int PAGES_PER_ROUND = 16;

    private final Liveness liveness;
    private final Set<StorageId> emptied = new HashSet<>();

    /** Thrown to roll back what was forgotten of a storage that is not lost any more. */
    private static final class CameBackException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    DeadDataNodes(Liveness liveness) {
        this.liveness = requireNonNull(liveness, "liveness");
    }

    @Override
    public String name() {
        return "dead DataNodes";
    }

    @Override
    public void run(Duty duty) {
        if (duty.watched().compareTo(liveness.deadAfter()) < 0) {
            return;
        }
        List<DataNodeDescriptor> nodes = duty.read(tx -> tx.dataNodes().all());
        List<StorageId> lost = lostStorages(nodes);
        emptied.retainAll(lost);
        int pages = 0;
        for (StorageId storage : lost) {
            pages += emptied.contains(storage) ? 0 : empty(duty, storage, PAGES_PER_ROUND - pages);
        }
        nodes.stream()
                .filter(node -> !node.isAlive(liveness.forgetAfter()))
                .filter(node -> node.storages().stream().allMatch(storage -> emptied.contains(storage.id())))
                .forEach(node -> forget(duty, node));
    }

    private List<StorageId> lostStorages(List<DataNodeDescriptor> nodes) {
        List<StorageId> lost = new ArrayList<>();
        for (DataNodeDescriptor node : nodes) {
            boolean dead = !node.isAlive(liveness.deadAfter());
            node.storages().stream()
                    .filter(storage -> dead || storage.failed())
                    .map(StorageReport::id)
                    .forEach(lost::add);
        }
        return lost;
    }

    private int empty(Duty duty, StorageId storage, int maxPages) {
        for (int pages = 1; pages <= maxPages; pages++) {
            try {
                int forgotten = duty.write(tx -> forgetPage(tx, storage));
                duty.count(HousekeepingCount.REPLICAS_FORGOTTEN, forgotten);
                if (forgotten < PAGE) {
                    emptied.add(storage);
                    return pages;
                }
            } catch (CameBackException e) {
                return pages;
            }
        }
        return maxPages;
    }

    /* Looks last whether the DataNode is back: its full report comes after its first heartbeat, and must find this done
     * or undone. */
    private int forgetPage(Transaction tx, StorageId storage) {
        List<BlockId> blocks = tx.replicas().removeSome(storage, PAGE);
        if (!blocks.isEmpty()) {
            tx.work().checkReplication(blocks);
            if (!lostStorages(tx.dataNodes().all()).contains(storage)) {
                throw new CameBackException();
            }
        }
        return blocks.size();
    }

    private void forget(Duty duty, DataNodeDescriptor node) {
        boolean forgotten = duty.write(tx -> {
            boolean stillSilent = tx.dataNodes().all().stream()
                    .anyMatch(known -> known.id().equals(node.id()) && !known.isAlive(liveness.forgetAfter()));
            if (stillSilent) {
                tx.dataNodes().remove(node.id());
            }
            return stillSilent;
        });
        duty.count(HousekeepingCount.DATANODES_FORGOTTEN, forgotten ? 1 : 0);
    }
}
