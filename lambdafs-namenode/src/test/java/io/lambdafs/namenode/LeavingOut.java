package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * An operation with the mistake that tests are to find: it does not tell one of the things that it changes.
 *
 * @param operation what it does otherwise
 * @param choice which of so many is not told, the plain paths first; none if it is no such number. The same for all attempts
 *     at one request
 */
public record LeavingOut<Q extends MessageLite, R extends MessageLite>(
        WriteOperation<Q, R> operation, IntUnaryOperator choice) implements WriteOperation<Q, R> {
    private static final Directory ANY_DIRECTORY = new Directory(
            INodeId.ROOT, new INodeKey(INodeId.NONE, Name.EMPTY), new Attributes("", "", new Permission(0), 0, 0));

    public LeavingOut {
        requireNonNull(operation, "operation");
        requireNonNull(choice, "choice");
    }

    @Override
    public Parser<Q> parser() {
        return operation.parser();
    }

    @Override
    public void prepare(Q request) {
        operation.prepare(request);
    }

    @Override
    public FsPath subject(Q request) {
        return operation.subject(request);
    }

    @Override
    public R execute(CallContext call, Transaction tx, Q request, ChangeSet changes) {
        ChangeSet all = ChangeSet.untold();
        R response = operation.execute(call, tx, request, all);
        tell(all.scope(), changes);
        all.detachedRoots().forEach(changes::detached);
        return response;
    }

    private void tell(Scope all, ChangeSet changes) {
        List<FsPath> paths = sorted(all.paths());
        List<FsPath> directories = sorted(all.directories());
        List<FsPath> prefixes = sorted(all.prefixes());
        int omitted = choice.applyAsInt(paths.size() + directories.size() + prefixes.size());
        for (int i = 0; i < paths.size(); i++) {
            if (i != omitted) {
                changes.changed(paths.get(i));
            }
        }
        for (int i = 0; i < directories.size(); i++) {
            if (paths.size() + i != omitted) {
                changes.permissionChanged(directories.get(i), ANY_DIRECTORY);
            }
        }
        for (int i = 0; i < prefixes.size(); i++) {
            if (paths.size() + directories.size() + i != omitted) {
                changes.resolutionChanged(prefixes.get(i), ANY_DIRECTORY);
            }
        }
    }

    private static List<FsPath> sorted(Iterable<FsPath> paths) {
        List<FsPath> sorted = new ArrayList<>();
        paths.forEach(sorted::add);
        sorted.sort(Comparator.comparing(FsPath::toString));
        return sorted;
    }
}
