package io.lambdafs.namenode.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.FileType;
import io.lambdafs.faas.posix.VolumeFile;
import io.lambdafs.faas.posix.VolumeReader;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingINodes;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A reading transaction in which a directory that is a volume has the volume's files, all of one moment. They belong to the directory's
 * owner and group, since a volume knows users by numbers that mean nothing here. A symbolic link is shown as a file.
 *
 * <p>Their numbers are unique in the volume only. Nothing of them is cached, so functions commit without asking NameNodes.
 */
public final class VolumeView extends ForwardingTransaction {
    /** Added to a file's number in its volume: no inode of a store has such a number. */
    private static final long NUMBERS = 1L << 62;

    private final Directory root;
    private final long blockSize;
    private final Optional<VolumeReader> reader;

    private VolumeView(Transaction tx, Directory root, Optional<VolumeReader> reader) {
        super(tx);
        this.root = requireNonNull(root, "root");
        this.reader = requireNonNull(reader, "reader");
        this.blockSize = VolumePolicy.ofText(
                        root.attributes().features().subtree().policy())
                .blockSize();
    }

    /** Whether what an inode has is in a volume. */
    public static boolean isVolume(INode inode) {
        return inode.isDirectory() && inode.attributes().features().subtree().isVolume();
    }

    /** The transaction in which this directory, which is a volume, has what the volume has now. */
    public static VolumeView of(Transaction tx, INode directory) {
        Optional<VolumeReader> reader =
                tx.volumes().flatMap(volumes -> VolumeReader.now(volumes, VolumeId.ofDirectory(directory.id())));
        return new VolumeView(tx, (Directory) directory, reader);
    }

    /** What these names lead to from the volume's root, which is not among them; ends early like {@link INodeTable#resolve}. */
    public List<INode> resolve(List<Name> names) {
        List<INode> chain = new ArrayList<>();
        INode last = root;
        for (Name name : names) {
            Optional<INode> child = last.isDirectory() ? child(last.id(), name) : Optional.empty();
            if (child.isEmpty()) {
                break;
            }
            last = child.get();
            chain.add(last);
        }
        return chain;
    }

    private Optional<INode> child(INodeId parent, Name name) {
        return name.length() == 0
                ? Optional.empty()
                : reader.flatMap(files -> files.find(number(parent), bytes(name)))
                        .map(file -> inode(parent, file));
    }

    @Override
    public INodeTable inodes() {
        return new Files(tx.inodes());
    }

    private long number(INodeId directory) {
        return directory.equals(root.id()) ? VolumeReader.ROOT : directory.value() - NUMBERS;
    }

    private boolean isHere(INodeId directory) {
        return directory.equals(root.id()) || directory.value() > NUMBERS;
    }

    private INode inode(INodeId parent, VolumeFile file) {
        INodeId id = new INodeId(NUMBERS + file.inode());
        INodeKey key = new INodeKey(parent, Name.of(file.name().array()));
        long modified = TimeUnit.NANOSECONDS.toMillis(file.modifiedNanos());
        Attributes attributes = new Attributes(
                root.attributes().owner(),
                root.attributes().group(),
                Permission.ofMode(file.mode()),
                modified,
                file.type() == FileType.DIRECTORY ? 0 : modified);
        return file.type() == FileType.DIRECTORY
                ? new Directory(id, key, attributes, Directory.UNCOUNTED, false)
                : new RegularFile(id, key, attributes, 1, blockSize, file.size(), null);
    }

    private static ByteString bytes(Name name) {
        return ByteString.owning(name.bytes());
    }

    private List<INode> listed(INodeId parent, Name after, int limit) {
        return reader.map(files -> files.children(number(parent), bytes(after), limit)).orElse(List.of()).stream()
                .map(file -> inode(parent, file))
                .toList();
    }

    private final class Files extends ForwardingINodes {
        Files(INodeTable inodes) {
            super(inodes);
        }

        @Override
        public List<INode> children(INodeId parent, Name after, int limit) {
            return isHere(parent) ? listed(parent, after, limit) : super.children(parent, after, limit);
        }

        @Override
        public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
            return childrenOfEach(parents, after, limit);
        }

        @Override
        public int countChildren(INodeId parent, Name after, int most) {
            return isHere(parent)
                    ? reader.map(files -> files.count(number(parent), bytes(after), most))
                            .orElse(0)
                    : super.countChildren(parent, after, most);
        }

        @Override
        public boolean hasChildren(INodeId parent) {
            return isHere(parent) ? countChildren(parent, Name.EMPTY, 1) > 0 : super.hasChildren(parent);
        }
    }
}
