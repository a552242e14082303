package io.lambdafs.coordinator.zk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * Znodes that are to be removed: many in one transaction, one transaction at a time. Not thread-safe.
 *
 * <p>What waits is no more than what this process and those that acknowledge to it have made.
 */
final class Leftovers {
    private static final int MAX_TOGETHER = 200;

    private final SessionLink link;
    private final Deque<String> paths = new ArrayDeque<>();
    private boolean removing;

    Leftovers(SessionLink link) {
        this.link = link;
    }

    /** Removes these, now or after what is being removed. */
    void remove(List<String> gone) {
        paths.addAll(gone);
        removeNext();
    }

    private void removeNext() {
        if (removing || paths.isEmpty()) {
            return;
        }
        removing = true;
        List<String> together = new ArrayList<>();
        while (together.size() < MAX_TOGETHER && !paths.isEmpty()) {
            together.add(paths.remove());
        }
        if (together.size() == 1) {
            link.delete(together.get(0), code -> removed(together, Code.OK));
        } else {
            link.multi(together.stream().map(path -> Op.delete(path, -1)).toList(), code -> removed(together, code));
        }
    }

    private void removed(List<String> together, Code code) {
        removing = false;
        if (code != Code.OK) {
            // One of them is gone already, and so none of the others was removed.
            together.forEach(path -> link.delete(path, unimportant -> {}));
        }
        removeNext();
    }
}
