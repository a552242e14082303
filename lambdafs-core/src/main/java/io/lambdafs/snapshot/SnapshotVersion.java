package io.lambdafs.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.store.FeaturesCodec;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How an inode's row was before it was changed or removed. Snapshots with numbers above {@code since}, up to {@code until},
 * show it.
 *
 * @param inode the row; a file is shown as closed, with the length that it had
 * @param until the number of the latest snapshot that shows it
 * @param witnesses the directories whose snapshots may show it
 */
public record SnapshotVersion(INode inode, int until, List<Witness> witnesses) {
    private static final int DIRECTORY = 1;
    private static final int FILE = 2;

    public SnapshotVersion {
        requireNonNull(inode, "inode");
        witnesses = List.copyOf(witnesses);
    }

    /** The number of the latest snapshot that does not show it yet. */
    public int since() {
        return inode.attributes().features().snapshots().since();
    }

    /** Whether a snapshot with this number, of one of the directories, shows it. */
    public boolean isShownBy(int snapshot) {
        return since() < snapshot && snapshot <= until;
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(until);
            out.writeShort(witnesses.size());
            for (Witness witness : witnesses) {
                out.writeLong(witness.root().value());
                out.writeInt(witness.latest());
            }
            write(out);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeByte(inode.isDirectory() ? DIRECTORY : FILE);
        out.writeLong(inode.id().value());
        out.writeLong(inode.parent().value());
        writeBytes(out, inode.name().bytes());
        Attributes attributes = inode.attributes();
        out.writeUTF(attributes.owner());
        out.writeUTF(attributes.group());
        out.writeShort(attributes.permission().mode());
        out.writeLong(attributes.modificationMillis());
        out.writeLong(attributes.accessMillis());
        writeBytes(out, FeaturesCodec.encode(attributes.features()));
        if (inode instanceof RegularFile file) {
            out.writeInt(file.replication());
            out.writeLong(file.blockSize());
            out.writeLong(file.length());
        } else {
            out.writeLong(((Directory) inode).children());
        }
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads the value of a detail.
     *
     * @throws StoreException of kind INCOMPATIBLE if it is damaged
     */
    static SnapshotVersion decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int until = in.readInt();
            List<Witness> witnesses = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                witnesses.add(new Witness(new INodeId(in.readLong()), in.readInt()));
            }
            return new SnapshotVersion(read(in), until, witnesses);
        } catch (IOException e) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "a version of an inode is damaged: restore the store from a backup", e);
        }
    }

    private static INode read(DataInputStream in) throws IOException {
        boolean directory = in.readByte() == DIRECTORY;
        INodeId id = new INodeId(in.readLong());
        INodeKey key = new INodeKey(new INodeId(in.readLong()), Name.of(readBytes(in)));
        Attributes attributes = new Attributes(
                in.readUTF(),
                in.readUTF(),
                Permission.ofMode(in.readUnsignedShort()),
                in.readLong(),
                in.readLong(),
                FeaturesCodec.decode(readBytes(in)));
        return directory
                ? new Directory(id, key, attributes, in.readLong(), false)
                : new RegularFile(id, key, attributes, in.readInt(), in.readLong(), in.readLong(), null);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        return bytes;
    }
}
