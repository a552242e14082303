package io.lambdafs.subtree;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.StoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How a decoupling is stored. */
final class DecouplingCodec {
    private static final int VERSION = 1;

    private DecouplingCodec() {}

    static byte[] encode(Decoupling decoupling) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(decoupling.number().value());
            out.writeLong(decoupling.directory().value());
            out.writeUTF(decoupling.holder().user());
            out.writeUTF(decoupling.holder().client());
            out.writeUTF(decoupling.holder().host());
            out.writeLong(decoupling.term().sinceMillis());
            out.writeLong(decoupling.term().leaseMillis());
            out.writeLong(decoupling.term().expiresMillis());
            out.writeLong(decoupling.inodes().first());
            out.writeInt(decoupling.inodes().count());
            out.writeUTF(decoupling.policy());
            out.writeBoolean(decoupling.synced());
            out.writeInt(decoupling.merge().chunks());
            out.writeLong(decoupling.merge().entries());
            out.writeLong(decoupling.merge().checksum());
            out.writeBoolean(decoupling.merge().keep());
            out.writeBoolean(decoupling.merge().aside());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    static Decoupling decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new StoreException(
                        StoreException.Kind.INCOMPATIBLE,
                        "a decoupled subtree has the version " + version + ": use the newer program that wrote it");
            }
            return new Decoupling(
                    new INodeId(in.readLong()),
                    new INodeId(in.readLong()),
                    new Decoupling.Holder(in.readUTF(), in.readUTF(), in.readUTF()),
                    new Decoupling.Term(in.readLong(), in.readLong(), in.readLong()),
                    new IdRange(in.readLong(), in.readInt()),
                    in.readUTF(),
                    in.readBoolean(),
                    new Decoupling.Merge(
                            in.readInt(), in.readLong(), in.readLong(), in.readBoolean(), in.readBoolean()));
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.INCOMPATIBLE,
                    "the row of a decoupled subtree is damaged: restore the store from a backup",
                    e);
        }
    }
}
