package io.lambdafs.client;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** A NameNode that knows three methods and decides by the text of the path. */
final class CannedNameNode {
    private CannedNameNode() {}

    static ResponseEnvelope answer(RequestEnvelope request) {
        String payload = new String(request.payload(), StandardCharsets.UTF_8);
        return switch (request.method()) {
            case "mkdirs" ->
                payload.contains("/below-file")
                        ? ResponseEnvelope.failure(request.id(), ErrorCode.PARENT_NOT_DIRECTORY, "/below-file")
                        : success(
                                request,
                                MkdirsResponseProto.newBuilder().setResult(true).build());
            case "getFileInfo" ->
                payload.contains("/absent")
                        ? success(request, GetFileInfoResponseProto.getDefaultInstance())
                        : success(
                                request,
                                GetFileInfoResponseProto.newBuilder()
                                        .setFs(directory(""))
                                        .build());
            case "getListing" ->
                success(
                        request,
                        GetListingResponseProto.newBuilder()
                                .setDirList(listing())
                                .build());
            default -> ResponseEnvelope.failure(request.id(), ErrorCode.UNKNOWN_METHOD, request.method());
        };
    }

    private static DirectoryListingProto listing() {
        return DirectoryListingProto.newBuilder()
                .addPartialListing(directory("child"))
                .setRemainingEntries(0)
                .build();
    }

    private static ResponseEnvelope success(RequestEnvelope request, Message message) {
        return ResponseEnvelope.success(request.id(), message.toByteArray());
    }

    private static HdfsFileStatusProto directory(String name) {
        return HdfsFileStatusProto.newBuilder()
                .setFileType(HdfsFileStatusProto.FileType.IS_DIR)
                .setPath(ByteString.copyFromUtf8(name))
                .setLength(0)
                .setPermission(FsPermissionProto.newBuilder().setPerm(0755))
                .setOwner("alice")
                .setGroup("staff")
                .setModificationTime(1)
                .setAccessTime(1)
                .build();
    }
}
