package io.lambdafs.store.rocks.table;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.FeaturesCodec;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;

/** How an inode is stored under its parent and name. */
public final class INodeCodec {
    private static final int DIRECTORY = 1;
    private static final int FILE = 2;

    /** Set in the type of an inode with features. */
    private static final int WITH_FEATURES = 0x10;

    private INodeCodec() {}

    static Bytes encode(INode inode) {
        Encoder out = Versions.begin();
        put(out, inode);
        return out.bytes();
    }

    /** Writes the inode without its key. */
    public static void put(Encoder out, INode inode) {
        Attributes attributes = inode.attributes();
        boolean features = !attributes.features().isNone();
        out.putByte((inode.isDirectory() ? DIRECTORY : FILE) | (features ? WITH_FEATURES : 0));
        out.putLong(inode.id().value());
        out.putText(attributes.owner()).putText(attributes.group());
        out.putInt(attributes.permission().mode());
        out.putLong(attributes.modificationMillis()).putLong(attributes.accessMillis());
        if (features) {
            out.putBytes(FeaturesCodec.encode(attributes.features()));
        }
        if (inode instanceof Directory directory) {
            out.putLong(directory.children()).putFlag(directory.observed());
        } else if (inode instanceof RegularFile file) {
            out.putInt(file.replication()).putLong(file.blockSize()).putLong(file.length());
            out.putFlag(file.isUnderConstruction());
            file.writer().ifPresent(holder -> out.putText(holder.clientName()).putText(holder.clientHost()));
        }
    }

    static INode decode(INodeKey key, Bytes value) {
        return get(key, Versions.read(value));
    }

    /** Reads the inode with this key. */
    public static INode get(INodeKey key, Decoder in) {
        int type = in.getByte();
        INodeId id = new INodeId(in.getLong());
        Attributes attributes =
                new Attributes(in.getText(), in.getText(), new Permission(in.getInt()), in.getLong(), in.getLong());
        if ((type & WITH_FEATURES) != 0) {
            attributes = attributes.withFeatures(FeaturesCodec.decode(in.getBytes()));
        }
        return switch (type & ~WITH_FEATURES) {
            case DIRECTORY -> new Directory(id, key, attributes, in.getLong(), in.getFlag());
            case FILE ->
                new RegularFile(
                        id,
                        key,
                        attributes,
                        in.getInt(),
                        in.getLong(),
                        in.getLong(),
                        in.getFlag() ? new LeaseHolder(in.getText(), in.getText()) : null);
            default -> throw Versions.unknown("type of inode", type);
        };
    }
}
