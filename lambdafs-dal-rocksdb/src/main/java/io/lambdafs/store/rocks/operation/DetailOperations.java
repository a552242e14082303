package io.lambdafs.store.rocks.operation;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import java.util.List;

/** The operations on details of inodes. */
public final class DetailOperations {
    /** Some details of one kind of an inode. */
    public record Part(DetailKey from, int limit) {
        static final Codec<Part> CODEC = Codec.of(
                (out, part) -> {
                    KEY.put(out, part.from());
                    out.putInt(part.limit());
                },
                in -> new Part(KEY.get(in), Codecs.limit(in)));
    }

    private static final Codec<DetailKey> KEY = Codec.of(
            (out, key) -> {
                Codecs.INODE_ID.put(out, key.inode());
                out.putByte(key.kind().number()).putLong(key.label());
            },
            in -> new DetailKey(Codecs.INODE_ID.get(in), DetailKind.numbered(in.getByte()), in.getLong()));
    private static final Codec<Detail> DETAIL = Codec.of(
            (out, detail) -> {
                KEY.put(out, detail.key());
                out.putBytes(detail.value());
            },
            in -> new Detail(KEY.get(in), in.getBytes()));
    private static final Codec<List<DetailKey>> KEYS = Codecs.batch(KEY);
    private static final Codec<List<Detail>> DETAILS = DETAIL.list();
    private static final Codec<List<INodeId>> INODES = Codecs.batch(Codecs.INODE_ID);

    /** As {@link DetailTable#of}. */
    public static final TableOperation<Part, List<Detail>> OF = TableOperation.question(
            130,
            "details.of",
            Part.CODEC,
            DETAILS,
            (tables, part) -> tables.details()
                    .of(part.from().inode(), part.from().kind(), part.from().label(), part.limit()));

    /** As {@link DetailTable#get}. */
    public static final TableOperation<List<DetailKey>, List<Detail>> GET = TableOperation.question(
            131,
            "details.get",
            KEYS,
            DETAILS,
            (tables, keys) -> tables.details().get(keys));

    /** As {@link DetailTable#lock}. */
    public static final TableOperation<List<DetailKey>, List<Detail>> LOCK = TableOperation.question(
            132,
            "details.lock",
            KEYS,
            DETAILS,
            (tables, keys) -> tables.details().lock(keys));

    /** As {@link DetailTable#put}. */
    public static final TableOperation<Detail, Done> PUT = TableOperation.change(
            133, "details.put", DETAIL, (tables, detail) -> tables.details().put(detail));

    /** As {@link DetailTable#delete}. */
    public static final TableOperation<List<DetailKey>, Done> DELETE = TableOperation.change(
            134, "details.delete", KEYS, (tables, keys) -> tables.details().delete(keys));

    /** As {@link DetailTable#deleteOf}. */
    public static final TableOperation<List<INodeId>, Done> DELETE_OF = TableOperation.change(
            135,
            "details.deleteOf",
            INODES,
            (tables, inodes) -> tables.details().deleteOf(inodes));

    private DetailOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(OF, GET, LOCK, PUT, DELETE, DELETE_OF);
    }
}
