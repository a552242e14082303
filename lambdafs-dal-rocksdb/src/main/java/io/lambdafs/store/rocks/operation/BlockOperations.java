package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import java.util.List;

/** The operations on blocks. */
public final class BlockOperations {
    /** A part of a file's blocks. */
    public record Part(INodeId file, int index, int limit) {
        static final Codec<Part> CODEC = Codec.of(
                (out, part) -> {
                    Codecs.INODE_ID.put(out, part.file());
                    out.putInt(part.index());
                    out.putInt(part.limit());
                },
                in -> new Part(Codecs.INODE_ID.get(in), in.getInt(), in.getInt()));
    }

    private static final Codec<List<BlockId>> IDS = Codecs.batch(Codecs.BLOCK_ID);
    private static final Codec<List<INodeId>> FILES = Codecs.batch(Codecs.INODE_ID);
    private static final Codec<List<BlockInfo>> BLOCKS = Codecs.BLOCK.list();

    /** As {@link BlockTable#ofFiles}. */
    public static final TableOperation<List<INodeId>, List<BlockInfo>> OF_FILES = TableOperation.question(
            30,
            "blocks.ofFiles",
            FILES,
            BLOCKS,
            (tables, files) -> tables.blocks().ofFiles(files));

    /** As {@link BlockTable#get}. */
    public static final TableOperation<List<BlockId>, List<BlockInfo>> GET = TableOperation.question(
            31, "blocks.get", IDS, BLOCKS, (tables, ids) -> tables.blocks().get(ids));

    /** As {@link BlockTable#insert}. */
    public static final TableOperation<BlockInfo, Done> INSERT = TableOperation.change(
            32,
            "blocks.insert",
            Codecs.BLOCK,
            (tables, block) -> tables.blocks().insert(block));

    /** As {@link BlockTable#update(BlockInfo)}. */
    public static final TableOperation<BlockInfo, Done> UPDATE = TableOperation.change(
            33,
            "blocks.update",
            Codecs.BLOCK,
            (tables, block) -> tables.blocks().update(block));

    /** As {@link BlockTable#delete}. */
    public static final TableOperation<List<BlockId>, Done> DELETE = TableOperation.change(
            34, "blocks.delete", IDS, (tables, ids) -> tables.blocks().delete(ids));

    /** As {@link BlockTable#deleteOfFiles}. */
    public static final TableOperation<List<INodeId>, Done> DELETE_OF_FILES = TableOperation.change(
            35,
            "blocks.deleteOfFiles",
            FILES,
            (tables, files) -> tables.blocks().deleteOfFiles(files));

    /** As {@link BlockTable#count}. */
    public static final TableOperation<Done, Long> COUNT = TableOperation.question(
            36,
            "blocks.count",
            Codecs.DONE,
            Codecs.LONG,
            (tables, none) -> tables.blocks().count());

    /** As {@link BlockTable#update(List)}. */
    public static final TableOperation<List<BlockInfo>, Done> UPDATE_ALL = TableOperation.change(
            37,
            "blocks.updateAll",
            Codecs.batch(Codecs.BLOCK),
            (tables, blocks) -> tables.blocks().update(blocks));

    /** As {@link BlockTable#ofFile}. */
    public static final TableOperation<Part, List<BlockInfo>> OF_FILE = TableOperation.question(
            38,
            "blocks.ofFile",
            Part.CODEC,
            BLOCKS,
            (tables, part) -> tables.blocks().ofFile(part.file(), part.index(), part.limit()));

    private BlockOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(OF_FILES, GET, INSERT, UPDATE, DELETE, DELETE_OF_FILES, COUNT, UPDATE_ALL, OF_FILE);
    }
}
