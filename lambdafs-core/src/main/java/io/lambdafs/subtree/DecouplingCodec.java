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
import java.util.ArrayList;
import java.util.List;

/** How a decoupling is stored. */
final class DecouplingCodec {
    private static final int VERSION = 4;

    /** The version before subtrees were discarded in parts. */
    private static final int WITHOUT_DISCARD = 3;

    private DecouplingCodec() {}

    static byte[] encode(Decoupling decoupling) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(decoupling.number().value());
            out.writeLong(decoupling.directory().value());
            out.writeUTF(decoupling.holder().user());
            out.writeInt(decoupling.holder().groups().size());
            for (String group : decoupling.holder().groups()) {
                out.writeUTF(group);
            }
            out.writeBoolean(decoupling.holder().superuser());
            out.writeUTF(decoupling.holder().client());
            out.writeUTF(decoupling.holder().host());
            out.writeLong(decoupling.term().sinceMillis());
            out.writeLong(decoupling.term().leaseMillis());
            out.writeLong(decoupling.term().expiresMillis());
            out.writeLong(decoupling.inodes().first());
            out.writeInt(decoupling.inodes().count());
            out.writeUTF(decoupling.policy());
            write(out, decoupling.persisted());
            write(out, decoupling.merged());
            write(out, decoupling.merge().journal());
            out.writeBoolean(decoupling.merge().keep());
            out.writeBoolean(decoupling.merge().aside());
            out.writeBoolean(decoupling.discard().begun());
            out.writeLong(decoupling.discard().position());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Decoupling.Journal journal) throws IOException {
        out.writeInt(journal.chunks());
        out.writeLong(journal.entries());
        out.writeLong(journal.checksum());
    }

    private static Decoupling.Journal readJournal(DataInputStream in) throws IOException {
        return new Decoupling.Journal(in.readInt(), in.readLong(), in.readLong());
    }

    private static Decoupling.Holder readHolder(DataInputStream in) throws IOException {
        String user = in.readUTF();
        int count = in.readInt();
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(in.readUTF());
        }
        return new Decoupling.Holder(user, groups, in.readBoolean(), in.readUTF(), in.readUTF());
    }

    static Decoupling decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION && version != WITHOUT_DISCARD) {
                throw new StoreException(
                        StoreException.Kind.INCOMPATIBLE,
                        "a decoupled subtree has the version " + version + ", not " + VERSION
                                + ": use the program that wrote it");
            }
            return new Decoupling(
                    new INodeId(in.readLong()),
                    new INodeId(in.readLong()),
                    readHolder(in),
                    new Decoupling.Term(in.readLong(), in.readLong(), in.readLong()),
                    new IdRange(in.readLong(), in.readInt()),
                    in.readUTF(),
                    readJournal(in),
                    readJournal(in),
                    new Decoupling.Merge(readJournal(in), in.readBoolean(), in.readBoolean()),
                    version == WITHOUT_DISCARD
                            ? Decoupling.Discard.NONE
                            : new Decoupling.Discard(in.readBoolean(), in.readLong()));
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.INCOMPATIBLE,
                    "the row of a decoupled subtree is damaged: restore the store from a backup",
                    e);
        }
    }
}
