package io.lambdafs.namenode.sim;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.sim.Intercepted;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store as the removal of detached trees sees it: notes that it failed, and does what the flaws say. */
final class RemovalStore {
    private final Set<Flaw> flaws;
    private boolean failed;

    RemovalStore(Set<Flaw> flaws) {
        this.flaws = flaws;
    }

    /** Forgets that it failed. */
    void forgive() {
        failed = false;
    }

    boolean hasFailed() {
        return failed;
    }

    MetadataStore of(MetadataStore store) {
        return Intercepted.of(MetadataStore.class, store, (method, arguments) -> {
            Object answer = call(store, method, arguments);
            return answer instanceof Transaction tx ? of(tx) : answer;
        });
    }

    private Transaction of(Transaction tx) {
        return Intercepted.of(Transaction.class, tx, (method, arguments) -> {
            Object answer = call(tx, method, arguments);
            if (answer instanceof INodeTable inodes) {
                return Intercepted.of(INodeTable.class, inodes, (called, with) -> inodes(inodes, called, with));
            }
            return answer instanceof BlockTable blocks
                    ? Intercepted.of(BlockTable.class, blocks, (called, with) -> blocks(blocks, called, with))
                    : answer;
        });
    }

    private @Nullable Object inodes(INodeTable inodes, Method method, Object @Nullable [] arguments) {
        if (arguments != null && method.getName().equals("delete") && flaws.contains(Flaw.BATCH_LEAVES_ITS_LAST_ROW)) {
            return call(inodes, method, new Object[] {withoutLast((List<?>) arguments[0])});
        }
        Object answer = call(inodes, method, arguments);
        boolean overlooked = flaws.contains(Flaw.REMOVAL_OVERLOOKS_THE_LAST_ENTRY);
        if (overlooked && method.getName().equals("children") && answer instanceof List<?> rows) {
            return withoutLast(rows);
        }
        boolean believed = flaws.contains(Flaw.REMOVAL_OF_WHAT_IS_NOT_DETACHED);
        return believed && answer instanceof Optional<?> found ? found.map(RemovalStore::detached) : answer;
    }

    private static Object detached(Object inode) {
        return inode instanceof Directory directory && !directory.id().equals(INodeId.ROOT)
                ? directory.withKey(new INodeKey(INodeId.DELETED, directory.name()))
                : inode;
    }

    private @Nullable Object blocks(BlockTable blocks, Method method, Object @Nullable [] arguments) {
        boolean stay = method.getName().equals("deleteOfFiles") && flaws.contains(Flaw.REMOVAL_LEAVES_BLOCKS);
        return stay ? null : call(blocks, method, arguments);
    }

    private static List<?> withoutLast(List<?> rows) {
        return rows.isEmpty() ? rows : rows.subList(0, rows.size() - 1);
    }

    private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) {
        try {
            return Intercepted.call(target, method, arguments);
        } catch (StoreException e) {
            failed = true;
            throw e;
        }
    }
}
