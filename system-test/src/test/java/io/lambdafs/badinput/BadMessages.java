package io.lambdafs.badinput;

import io.lambdafs.wire.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Requests that are messages of their methods, but wrong in what they say. */
final class BadMessages {
    private static final FsPermissionProto MODE =
            FsPermissionProto.newBuilder().setPerm(0755).build();
    private static final long NO_FILE = 99_999_999L;
    private static final long NO_BLOCK = 987_654_321L;
    private static final String CLIENT = "writer";

    private final List<BadMessage> messages = new ArrayList<>();
    private final String file;

    /** A message, and the code with which it must be refused. */
    record BadMessage(String name, String method, ByteString payload, ErrorCode code) {
        @Override
        public String toString() {
            return method + " of " + name;
        }
    }

    private BadMessages(String file) {
        this.file = file;
    }

    /** Those about paths that nothing can have; below this directory, where they tell one. */
    static List<BadMessage> paths(String directory) {
        BadMessages bad = new BadMessages(directory);
        bad.path(
                "a component of 256 bytes",
                bytes(directory + "/" + "a".repeat(256)),
                ErrorCode.PATH_COMPONENT_TOO_LONG);
        bad.path(
                "a component of 128 letters of two bytes",
                bytes(directory + "/" + "ü".repeat(128)),
                ErrorCode.PATH_COMPONENT_TOO_LONG);
        bad.path("a dot", bytes(directory + "/./x"), ErrorCode.INVALID_PATH);
        bad.path("two dots", bytes(directory + "/../x"), ErrorCode.INVALID_PATH);
        bad.path("a colon", bytes(directory + "/a:b"), ErrorCode.INVALID_PATH);
        bad.path("a NUL", bytes(directory + "/a\0b"), ErrorCode.INVALID_PATH);
        bad.path("no slash", bytes("x"), ErrorCode.INVALID_PATH);
        bad.path("nothing", bytes(""), ErrorCode.INVALID_PATH);
        bad.path("8,001 characters", bytes(directory + "/a".repeat(4001 - directory.length() / 2)), ErrorCode.IO_ERROR);
        bad.path("1,001 levels", bytes("/a".repeat(1001)), ErrorCode.IO_ERROR);
        bad.path("invalid UTF-8", bytes(directory + "/").concat(raw(0xc3, 0x28)), ErrorCode.INVALID_PATH);
        bad.path("an overlong slash", bytes(directory + "/").concat(raw(0xc0, 0xaf)), ErrorCode.INVALID_PATH);
        bad.path("half a surrogate", bytes(directory + "/").concat(raw(0xed, 0xa0, 0x80)), ErrorCode.INVALID_PATH);
        return bad.messages;
    }

    /** An addBlock of about so many bytes, nearly all of them empty elements of a list. */
    static byte[] manyExcludedNodes(int bytes) {
        byte[] request = new byte[bytes & ~1];
        for (int i = 0; i < request.length; i += 2) {
            request[i] = (byte) (AddBlockRequestProto.EXCLUDENODES_FIELD_NUMBER << 3 | 2);
        }
        return request;
    }

    private static ByteString bytes(String text) {
        return ByteString.copyFrom(text, StandardCharsets.UTF_8);
    }

    private static ByteString raw(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteString.copyFrom(bytes);
    }

    private void path(String name, ByteString path, ErrorCode code) {
        add(
                name,
                "mkdirs",
                MkdirsRequestProto.newBuilder()
                        .setSrcBytes(path)
                        .setMasked(MODE)
                        .setCreateParent(true)
                        .build(),
                code);
        add(name, "create", create().setSrcBytes(path).build(), code);
        add(
                name,
                "rename2",
                Rename2RequestProto.newBuilder()
                        .setSrc(file)
                        .setDstBytes(path)
                        .setOverwriteDest(true)
                        .build(),
                code);
    }

    private static CreateRequestProto.Builder create() {
        return CreateRequestProto.newBuilder()
                .setMasked(MODE)
                .setClientName(CLIENT)
                .setCreateFlag(1)
                .setCreateParent(true)
                .setReplication(1)
                .setBlockSize(1 << 20);
    }

    /** Those with numbers that cannot be, about this closed file. */
    static List<BadMessage> numbers(String file) {
        BadMessages bad = new BadMessages(file);
        bad.creations();
        bad.changes();
        bad.reads();
        return bad.messages;
    }

    private void creations() {
        String fresh = file + "-new";
        add("no replicas", "create", create().setSrc(fresh).setReplication(0).build(), ErrorCode.IO_ERROR);
        add("-1 replicas", "create", create().setSrc(fresh).setReplication(-1).build(), ErrorCode.IO_ERROR);
        add(
                "65,537 replicas",
                "create",
                create().setSrc(fresh).setReplication(65_537).build(),
                ErrorCode.IO_ERROR);
        add("blocks of -1", "create", create().setSrc(fresh).setBlockSize(-1).build(), ErrorCode.IO_ERROR);
        add("blocks of 0", "create", create().setSrc(fresh).setBlockSize(0).build(), ErrorCode.IO_ERROR);
        add(
                "a client without name",
                "create",
                create().setSrc(fresh).setClientName("").build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "a client with a name of 10 kB",
                "create",
                create().setSrc(fresh).setClientName("c".repeat(10_000)).build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "a client whose name is invalid UTF-8",
                "create",
                create().setSrc(fresh).setClientNameBytes(raw(0xff)).build(),
                ErrorCode.INVALID_ARGUMENT);
    }

    private void changes() {
        add("no replicas", "setReplication", replication(0), ErrorCode.IO_ERROR);
        add("-3 replicas", "setReplication", replication(-3), ErrorCode.IO_ERROR);
        add("10,000 replicas", "setReplication", replication(10_000), ErrorCode.IO_ERROR);
        add(
                "a negative length",
                "truncate",
                TruncateRequestProto.newBuilder()
                        .setSrc(file)
                        .setNewLength(-1)
                        .setClientName(CLIENT)
                        .build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "an owner of 100 kB",
                "setOwner",
                SetOwnerRequestProto.newBuilder()
                        .setSrc(file)
                        .setUsername("o".repeat(100_000))
                        .build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "an owner that is invalid UTF-8",
                "setOwner",
                SetOwnerRequestProto.newBuilder()
                        .setSrc(file)
                        .setUsernameBytes(raw(0xff))
                        .build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "an owner with a NUL",
                "setOwner",
                SetOwnerRequestProto.newBuilder()
                        .setSrc(file)
                        .setUsername("a\0b")
                        .build(),
                ErrorCode.INVALID_ARGUMENT);
        add(
                "itself",
                "concat",
                ConcatRequestProto.newBuilder().setTrg(file).addSrcs(file).build(),
                ErrorCode.INVALID_ARGUMENT);
    }

    private SetReplicationRequestProto replication(int replication) {
        return SetReplicationRequestProto.newBuilder()
                .setSrc(file)
                .setReplication(replication)
                .build();
    }

    private void reads() {
        add("a negative offset", "getBlockLocations", locations(-1, 10), ErrorCode.INVALID_ARGUMENT);
        add("a negative length", "getBlockLocations", locations(0, -1), ErrorCode.INVALID_ARGUMENT);
        add(
                "a beginning that is invalid UTF-8",
                "getListing",
                GetListingRequestProto.newBuilder()
                        .setSrc("/")
                        .setStartAfter(raw(0xff))
                        .setNeedLocation(false)
                        .build(),
                ErrorCode.INVALID_PATH);
        add(
                "a beginning of 300 bytes",
                "getListing",
                GetListingRequestProto.newBuilder()
                        .setSrc("/")
                        .setStartAfter(bytes("a".repeat(300)))
                        .setNeedLocation(false)
                        .build(),
                ErrorCode.PATH_COMPONENT_TOO_LONG);
    }

    private GetBlockLocationsRequestProto locations(long offset, long length) {
        return GetBlockLocationsRequestProto.newBuilder()
                .setSrc(file)
                .setOffset(offset)
                .setLength(length)
                .build();
    }

    /** Those about files that do not exist, from the writer of this open file. */
    static List<BadMessage> unknownFiles(String openFile) {
        BadMessages bad = new BadMessages(openFile);
        bad.unknownFiles();
        return bad.messages;
    }

    /** The messages about impossible blocks, from the writer of this open file, of which this is the last block. */
    static List<BadMessage> blocks(String openFile, ExtendedBlockProto last) {
        BadMessages bad = new BadMessages(openFile);
        ExtendedBlockProto elsewhere = last.toBuilder().setPoolId("BP-none").build();
        bad.block("another pool", elsewhere, ErrorCode.IO_ERROR);
        bad.abandonment("another pool", elsewhere, ErrorCode.IO_ERROR);
        ExtendedBlockProto negative = last.toBuilder().setNumBytes(-1).build();
        bad.block("a negative length", negative, ErrorCode.INVALID_ARGUMENT);
        bad.abandonment("a negative length", negative, ErrorCode.INVALID_ARGUMENT);
        // A client that abandons a block that is not there has what it wants: that is no error, as on HDFS.
        bad.block("an unknown id", unknownBlock(last), ErrorCode.IO_ERROR);
        bad.block("the id -1", last.toBuilder().setBlockId(-1).build(), ErrorCode.IO_ERROR);
        return bad.messages;
    }

    private static ExtendedBlockProto unknownBlock(ExtendedBlockProto known) {
        return known.toBuilder().setBlockId(NO_BLOCK).build();
    }

    private void unknownFiles() {
        add(
                "an unknown file",
                "addBlock",
                AddBlockRequestProto.newBuilder()
                        .setSrc(file + "-none")
                        .setClientName(CLIENT)
                        .setFileId(NO_FILE)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
        add(
                "an unknown file",
                "complete",
                CompleteRequestProto.newBuilder()
                        .setSrc(file + "-none")
                        .setClientName(CLIENT)
                        .setFileId(NO_FILE)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
        add(
                "an unknown file",
                "fsync",
                FsyncRequestProto.newBuilder()
                        .setSrc(file + "-none")
                        .setClient(CLIENT)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
        add(
                "an unknown file",
                "append",
                AppendRequestProto.newBuilder()
                        .setSrc(file + "-none")
                        .setClientName(CLIENT)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
        add(
                "an unknown file",
                "recoverLease",
                RecoverLeaseRequestProto.newBuilder()
                        .setSrc(file + "-none")
                        .setClientName(CLIENT)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
    }

    private void block(String what, ExtendedBlockProto block, ErrorCode code) {
        String name = "a block of " + what;
        add(
                name,
                "addBlock",
                AddBlockRequestProto.newBuilder()
                        .setSrc(file)
                        .setClientName(CLIENT)
                        .setPrevious(block)
                        .build(),
                code);
        add(
                name,
                "complete",
                CompleteRequestProto.newBuilder()
                        .setSrc(file)
                        .setClientName(CLIENT)
                        .setLast(block)
                        .build(),
                code);
        add(
                name,
                "updateBlockForPipeline",
                UpdateBlockForPipelineRequestProto.newBuilder()
                        .setBlock(block)
                        .setClientName(CLIENT)
                        .build(),
                code);
        add(
                name,
                "updatePipeline",
                UpdatePipelineRequestProto.newBuilder()
                        .setOldBlock(block)
                        .setNewBlock(block)
                        .setClientName(CLIENT)
                        .addNewNodes(DatanodeIDProto.newBuilder()
                                .setIpAddr("127.0.0.1")
                                .setHostName("localhost")
                                .setDatanodeUuid("none")
                                .setXferPort(1)
                                .setInfoPort(1)
                                .setIpcPort(1))
                        .addStorageIDs("none")
                        .build(),
                code);
    }

    private void abandonment(String what, ExtendedBlockProto block, ErrorCode code) {
        add("a block of " + what, "abandonBlock", abandon(file, block), code);
    }

    private static AbandonBlockRequestProto abandon(String path, ExtendedBlockProto block) {
        return AbandonBlockRequestProto.newBuilder()
                .setSrc(path)
                .setHolder(CLIENT)
                .setB(block)
                .build();
    }

    /** The message with which the writer abandons a block that its file never had. */
    static byte[] abandonUnknown(String path, ExtendedBlockProto last) {
        return abandon(path, unknownBlock(last)).toByteArray();
    }

    private void add(String name, String method, MessageLite message, ErrorCode code) {
        messages.add(new BadMessage(name, method, message.toByteString(), code));
    }

    /** The message with which the writer adds the first block to its file. */
    static byte[] addBlock(String path) {
        return AddBlockRequestProto.newBuilder()
                .setSrc(path)
                .setClientName(CLIENT)
                .build()
                .toByteArray();
    }

    /** The message that asks for all blocks of a file. */
    static byte[] allBlocks(String path) {
        return GetBlockLocationsRequestProto.newBuilder()
                .setSrc(path)
                .setOffset(0)
                .setLength(Long.MAX_VALUE)
                .build()
                .toByteArray();
    }

    /** The message with which the writer opens its file. */
    static byte[] open(String path) {
        return create().setSrc(path).build().toByteArray();
    }
}
