package io.lambdafs.namenode.validate;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One read that may enter the cache: which rows it depends on, and whether one of them was changed. Used under the cache's lock. */
final class OpenFill {
    private final FsPath path;
    private final Set<INodeKey> rows = new HashSet<>();
    private @Nullable INodeId listed;
    private boolean resolved;

    /** Where in the log of changes those begin that it has not been compared with. */
    private int compared;

    private boolean disturbed;

    /** Whether the feed was asked after its last row was read. */
    private boolean validated;

    OpenFill(FsPath path, int logged) {
        this.path = path;
        this.compared = logged;
    }

    /** What the path was resolved to, from the root on. */
    void resolved(List<INode> chain) {
        resolved = true;
        chain.forEach(inode -> rows.add(inode.key()));
        if (!(chain.get(chain.size() - 1) instanceof Directory last)) {
            return;
        }
        if (chain.size() <= path.depth()) {
            rows.add(new INodeKey(last.id(), path.components().get(chain.size() - 1)));
        } else {
            listed = last.id();
        }
    }

    /** Compares it with what was logged; tells whether nothing that it read has changed since it began. */
    boolean isClean(List<INodeKey> log) {
        for (; compared < log.size() && !disturbed; compared++) {
            INodeKey key = log.get(compared);
            disturbed = !resolved || rows.contains(key) || key.parent().equals(listed);
        }
        return !disturbed;
    }

    /** It is not known any more what has changed since it began. */
    void disturb() {
        disturbed = true;
        compared = 0;
    }

    boolean isValidated() {
        return validated;
    }

    void validated() {
        validated = true;
    }
}
