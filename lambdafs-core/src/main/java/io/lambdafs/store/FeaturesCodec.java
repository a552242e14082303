package io.lambdafs.store;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.StoreException.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the features of an inode are stored: the same bytes in every store, none for an inode without features.
 *
 * <p>Each feature is a byte that says which it is, four bytes with a length, and that many bytes. A program that meets a
 * feature which it does not know refuses the row: writing the row again would lose the feature.
 */
public final class FeaturesCodec {
    /** The most bytes: two full lists of entries with names of 255 bytes take 16,515. */
    public static final int MAX_BYTES = 18_000;

    private static final int ACL = 1;
    private static final int STORAGE_POLICY = 2;
    private static final int X_ATTRS = 3;
    private static final int QUOTA = 4;
    private static final int SNAPSHOTS = 5;
    private static final int SUBTREE = 6;
    private static final int ENCRYPTION = 7;
    private static final int HEADER = 1 + Integer.BYTES;

    /* Stored by their places in these lists. */
    private static final List<Scope> SCOPES = List.of(Scope.ACCESS, Scope.DEFAULT);
    private static final List<EntryType> TYPES =
            List.of(EntryType.USER, EntryType.GROUP, EntryType.MASK, EntryType.OTHER);
    private static final int SCOPE_SHIFT = 5;
    private static final int TYPE_SHIFT = 3;
    private static final int TYPE_MASK = 3;
    private static final int BITS_MASK = 7;
    private static final byte[] NOTHING = {};

    private FeaturesCodec() {}

    /**
     * The bytes of these features; no bytes for none.
     *
     * @throws StoreException of kind INTERNAL if there are more than {@link #MAX_BYTES}
     */
    public static byte[] encode(Features features) {
        if (features.isNone()) {
            return NOTHING;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!features.acl().isNone()) {
            put(out, ACL, acl(features.acl()));
        }
        if (features.storagePolicy() != Features.UNSPECIFIED) {
            put(out, STORAGE_POLICY, number(features.storagePolicy()));
        }
        if (!features.xAttrs().equals(XAttrSummary.NONE)) {
            put(out, X_ATTRS, xAttrs(features.xAttrs()));
        }
        if (features.hasQuota()) {
            put(out, QUOTA, quota(features.quota()));
        }
        if (!features.snapshots().isNone()) {
            put(out, SNAPSHOTS, snapshots(features.snapshots()));
        }
        if (!features.subtree().isNone()) {
            put(out, SUBTREE, subtree(features.subtree()));
        }
        if (!features.encryption().isNone()) {
            put(out, ENCRYPTION, features.encryption().bytes());
        }
        if (out.size() > MAX_BYTES) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "the features of an inode take " + out.size() + " bytes, more than " + MAX_BYTES
                            + ": use fewer or shorter names in its access control list, or a shorter policy");
        }
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, int feature, byte[] value) {
        out.writeBytes(ByteBuffer.allocate(HEADER)
                .put((byte) feature)
                .putInt(value.length)
                .array());
        out.writeBytes(value);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] xAttrs(XAttrSummary summary) {
        return ByteBuffer.allocate(Integer.BYTES + Long.BYTES + 1)
                .putInt(summary.count())
                .putLong(summary.changes())
                .put((byte) (summary.unreadableBySuperuser() ? 1 : 0))
                .array();
    }

    /** Of each dimension that is limited, its number and the limit. */
    private static byte[] quota(QuotaCounts limits) {
        ByteBuffer out = ByteBuffer.allocate((1 + Long.BYTES) * QuotaCounts.DIMENSIONS);
        for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
            if (limits.get(dimension) != QuotaCounts.UNLIMITED) {
                out.put((byte) dimension).putLong(limits.get(dimension));
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static QuotaCounts quota(ByteBuffer in) {
        QuotaCounts limits = QuotaCounts.NO_LIMITS;
        while (in.hasRemaining()) {
            limits = limits.with(in.get(), in.getLong());
        }
        return limits;
    }

    private static byte[] snapshots(SnapshotState state) {
        ByteBuffer out =
                ByteBuffer.allocate(2 + 2 * Integer.BYTES + state.witnesses().size() * (Long.BYTES + Integer.BYTES));
        out.put((byte) (state.snapshottable() ? 1 : 0))
                .putInt(state.latest())
                .putInt(state.since())
                .put((byte) (state.kept() ? 1 : 0));
        for (Witness witness : state.witnesses()) {
            out.putLong(witness.root().value()).putInt(witness.latest());
        }
        return out.array();
    }

    private static SnapshotState snapshots(ByteBuffer in) {
        boolean snapshottable = in.get() != 0;
        int latest = in.getInt();
        int since = in.getInt();
        boolean kept = in.get() != 0;
        List<Witness> witnesses = new ArrayList<>();
        while (in.hasRemaining()) {
            witnesses.add(new Witness(new INodeId(in.getLong()), in.getInt()));
        }
        return new SnapshotState(snapshottable, latest, since, kept, witnesses);
    }

    private static byte[] subtree(SubtreeMark mark) {
        byte[] policy = mark.policy().getBytes(StandardCharsets.UTF_8);
        byte[] holder = mark.holder().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Short.BYTES + policy.length + holder.length + 2 * Long.BYTES + 1)
                .putShort((short) policy.length)
                .put(policy)
                .putLong(mark.decoupling())
                .put((byte) (mark.blocked() ? 1 : 0))
                .putShort((short) holder.length)
                .put(holder)
                .putLong(mark.sinceMillis())
                .array();
    }

    private static SubtreeMark subtree(ByteBuffer in) {
        return new SubtreeMark(text(in), in.getLong(), in.get() != 0, text(in), in.getLong());
    }

    private static Encryption encryption(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return new Encryption(bytes);
    }

    private static String text(ByteBuffer in) {
        byte[] text = new byte[in.getShort()];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static byte[] acl(Acl acl) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (AclEntry entry : acl.entries()) {
            byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
            out.write((SCOPES.indexOf(entry.scope()) << SCOPE_SHIFT)
                    | (TYPES.indexOf(entry.type()) << TYPE_SHIFT)
                    | entry.bits());
            out.writeBytes(ByteBuffer.allocate(Short.BYTES)
                    .putShort((short) name.length)
                    .array());
            out.writeBytes(name);
        }
        return out.toByteArray();
    }

    /**
     * The features with these bytes.
     *
     * @throws StoreException of kind INCOMPATIBLE if a newer program wrote them, or if they are damaged
     */
    public static Features decode(byte[] bytes) {
        Features features = Features.NONE;
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            while (in.hasRemaining()) {
                int feature = in.get();
                int length = in.getInt();
                ByteBuffer value = in.slice(in.position(), length);
                in.position(in.position() + length);
                features = with(features, feature, value);
            }
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "the features of an inode are damaged: restore the store from a backup", e);
        }
        return features;
    }

    private static Features with(Features features, int feature, ByteBuffer value) {
        return switch (feature) {
            case ACL -> features.withAcl(acl(value));
            case STORAGE_POLICY -> features.withStoragePolicy(value.getInt());
            case X_ATTRS -> features.withXAttrs(new XAttrSummary(value.getInt(), value.getLong(), value.get() != 0));
            case QUOTA -> features.withQuota(quota(value));
            case SNAPSHOTS -> features.withSnapshots(snapshots(value));
            case SUBTREE -> features.withSubtree(subtree(value));
            case ENCRYPTION -> features.withEncryption(encryption(value));
            default ->
                throw new StoreException(
                        Kind.INCOMPATIBLE,
                        "an inode has a feature with the number " + feature
                                + ", which this program does not know: use the newer program that wrote it");
        };
    }

    private static Acl acl(ByteBuffer in) {
        List<AclEntry> entries = new ArrayList<>();
        while (in.hasRemaining()) {
            int head = in.get();
            String name = text(in);
            entries.add(new AclEntry(
                    SCOPES.get(head >> SCOPE_SHIFT),
                    TYPES.get((head >> TYPE_SHIFT) & TYPE_MASK),
                    name,
                    head & BITS_MASK));
        }
        return new Acl(entries);
    }
}
