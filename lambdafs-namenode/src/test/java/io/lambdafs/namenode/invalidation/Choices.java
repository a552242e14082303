package io.lambdafs.namenode.invalidation;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.subtree.Decoupling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Picks paths and files of one state, most of which are of use to the request they are picked for. */
final class Choices {
    private final StoredState state;
    private final RandomGenerator random;

    Choices(StoredState state, RandomGenerator random) {
        this.state = state;
        this.random = random;
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T of(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** A path that is there, mostly; or that is not, or leads through one that is not. */
    String path() {
        return oneIn(4) ? absent() : named(any(inode -> true));
    }

    /** A path at which nothing is, mostly; at times with missing directories above. */
    String absent() {
        FsPath path = any(INode::isDirectory).getKey();
        int levels = oneIn(4) ? 2 + below(2) : 1;
        for (int i = 0; i < levels; i++) {
            path = path.child(Name.of(of(RandomNamespace.NAMES) + (oneIn(2) ? "new" : "")));
        }
        return path.toString();
    }

    String file() {
        return named(any(inode -> inode instanceof RegularFile));
    }

    String closedFile() {
        return named(any(inode -> inode instanceof RegularFile file && !file.isUnderConstruction()));
    }

    String directory() {
        return named(any(INode::isDirectory));
    }

    /** HDFS's clients may name an inode by its number. */
    private String named(Map.Entry<FsPath, INode> found) {
        return oneIn(10)
                ? "/.reserved/.inodes/" + found.getValue().id().value()
                : found.getKey().toString();
    }

    private Map.Entry<FsPath, INode> any(Predicate<INode> which) {
        List<Map.Entry<FsPath, INode>> found = all(which);
        return of(found.isEmpty() ? all(inode -> true) : found);
    }

    private List<Map.Entry<FsPath, INode>> all(Predicate<INode> which) {
        return state.inodes().entrySet().stream()
                .filter(entry -> which.test(entry.getValue()))
                .toList();
    }

    /** A closed file, and the closed ones beside it. */
    List<String> filesTogether() {
        FsPath first = any(inode ->
                        inode instanceof RegularFile file && file.length() > 0 && !file.isUnderConstruction())
                .getKey();
        List<String> found = new ArrayList<>(List.of(first.toString()));
        state.inodes().forEach((path, inode) -> {
            boolean beside = !path.isRoot() && path.parent().equals(first.parent()) && !path.equals(first);
            if (beside && inode instanceof RegularFile file && file.length() > 0 && !file.isUnderConstruction()) {
                found.add(path.toString());
            }
        });
        return found;
    }

    /** The subtrees that clients hold, the oldest first. */
    List<Decoupling> decouplings() {
        return state.decouplings();
    }

    /** What is in the directory with this number. */
    List<INode> children(INodeId directory) {
        return state.inodes().values().stream()
                .filter(inode -> inode.parent().equals(directory))
                .toList();
    }

    /** A file that somebody writes, if there is one. */
    Optional<Written> written() {
        List<Written> written = state.inodes().entrySet().stream()
                .filter(entry -> entry.getValue() instanceof RegularFile file && file.isUnderConstruction())
                .map(entry -> new Written(
                        entry.getKey(),
                        (RegularFile) entry.getValue(),
                        state.blocks().getOrDefault(entry.getValue().id(), List.of())))
                .toList();
        return written.isEmpty() ? Optional.empty() : Optional.of(of(written));
    }

    /** Some block of some file. */
    Optional<BlockInfo> block() {
        List<BlockInfo> all =
                state.blocks().values().stream().flatMap(List::stream).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(of(all));
    }

    /** A file that somebody writes. */
    record Written(FsPath path, RegularFile file, List<BlockInfo> blocks) {
        String client() {
            return file.writer().orElseThrow().clientName();
        }

        Optional<BlockInfo> last() {
            return blocks.isEmpty() ? Optional.empty() : Optional.of(blocks.get(blocks.size() - 1));
        }
    }
}
