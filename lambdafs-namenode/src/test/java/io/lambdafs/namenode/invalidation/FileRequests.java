package io.lambdafs.namenode.invalidation;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.namenode.invalidation.Choices.Written;
import io.lambdafs.namenode.message.BlockMessages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ReportBadBlocksRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetBalancerBandwidthRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CryptoProtocolVersionProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Random requests to the methods that change the content of files, by method. */
final class FileRequests {
    private final BlockMessages messages;
    private final Map<String, Function<Choices, MessageLite>> requests = new TreeMap<>();

    private FileRequests(BlockMessages messages) {
        this.messages = messages;
        requests.put("append", FileRequests::append);
        requests.put("concat", FileRequests::concat);
        requests.put("create", FileRequests::create);
        requests.put("recoverLease", FileRequests::recoverLease);
        requests.put("renewLease", FileRequests::renewLease);
        requests.put("reportBadBlocks", this::reportBadBlocks);
        requests.put(
                "setBalancerBandwidth",
                choices -> SetBalancerBandwidthRequestProto.newBuilder()
                        .setBandwidth(choices.oneIn(2) ? 0 : 1 << 20)
                        .build());
        requests.put("truncate", FileRequests::truncate);
        ofWriter("abandonBlock", this::abandonBlock, AbandonBlockRequestProto.getDefaultInstance());
        ofWriter("addBlock", this::addBlock, AddBlockRequestProto.getDefaultInstance());
        ofWriter("complete", this::complete, CompleteRequestProto.getDefaultInstance());
        ofWriter("fsync", FileRequests::fsync, FsyncRequestProto.getDefaultInstance());
        ofWriter("updatePipeline", this::updatePipeline, UpdatePipelineRequestProto.getDefaultInstance());
    }

    static Map<String, Function<Choices, MessageLite>> all(BlockMessages messages) {
        return new FileRequests(messages).requests;
    }

    private void ofWriter(String method, BiFunction<Choices, Written, MessageLite> request, MessageLite otherwise) {
        requests.put(
                method,
                choices -> choices.written()
                        .map(written -> request.apply(choices, written))
                        .orElse(otherwise));
    }

    private static String client(Choices choices) {
        return choices.oneIn(2) ? "newcomer" : choices.of(RandomNamespace.CLIENTS);
    }

    private static MessageLite append(Choices choices) {
        return AppendRequestProto.newBuilder()
                .setSrc(choices.file())
                .setClientName(client(choices))
                .setFlag(choices.oneIn(2) ? CreateFlagProto.NEW_BLOCK_VALUE : 0)
                .build();
    }

    private static MessageLite concat(Choices choices) {
        List<String> files = choices.filesTogether();
        return ConcatRequestProto.newBuilder()
                .setTrg(files.get(0))
                .addAllSrcs(files.subList(1, files.size()))
                .build();
    }

    private static MessageLite create(Choices choices) {
        int overwrite = choices.oneIn(2) ? CreateFlagProto.OVERWRITE_VALUE : 0;
        return CreateRequestProto.newBuilder()
                .setSrc(choices.oneIn(2) ? choices.file() : choices.absent())
                .setMasked(NamespaceRequests.permission(choices))
                .setClientName(client(choices))
                .setCreateFlag(CreateFlagProto.CREATE_VALUE | overwrite)
                .setCreateParent(!choices.oneIn(4))
                .setReplication(1 + choices.below(3))
                .setBlockSize(RandomNamespace.BLOCK_SIZE)
                .addCryptoProtocolVersion(CryptoProtocolVersionProto.ENCRYPTION_ZONES)
                .build();
    }

    private static MessageLite recoverLease(Choices choices) {
        return RecoverLeaseRequestProto.newBuilder()
                .setSrc(choices.written()
                        .map(written -> written.path().toString())
                        .orElseGet(choices::path))
                .setClientName(client(choices))
                .build();
    }

    private static MessageLite renewLease(Choices choices) {
        return RenewLeaseRequestProto.newBuilder()
                .setClientName(client(choices))
                .build();
    }

    private MessageLite reportBadBlocks(Choices choices) {
        ReportBadBlocksRequestProto.Builder request = ReportBadBlocksRequestProto.newBuilder();
        choices.block()
                .ifPresent(block -> request.addBlocks(LocatedBlockProto.newBuilder(messages.located(
                                block.block(), BlockMessages.NO_OFFSET, List.of(), false, 0, BlockMessages.NO_TOKEN))
                        .addStorageIDs("s1")));
        return request.build();
    }

    private static MessageLite truncate(Choices choices) {
        return TruncateRequestProto.newBuilder()
                .setSrc(choices.oneIn(4) ? choices.file() : choices.closedFile())
                .setNewLength((long) RandomNamespace.BLOCK_SIZE * choices.below(3))
                .setClientName(client(choices))
                .build();
    }

    private MessageLite abandonBlock(Choices choices, Written written) {
        AbandonBlockRequestProto.Builder request = AbandonBlockRequestProto.newBuilder()
                .setSrc(written.path().toString())
                .setHolder(written.client())
                .setFileId(written.file().id().value());
        Optional<BlockInfo> block = choices.oneIn(4) ? choices.block() : written.last();
        block.ifPresent(abandoned -> request.setB(messages.block(abandoned.block())));
        return request.buildPartial();
    }

    private MessageLite addBlock(Choices choices, Written written) {
        AddBlockRequestProto.Builder request = AddBlockRequestProto.newBuilder()
                .setSrc(written.path().toString())
                .setClientName(written.client())
                .setFileId(written.file().id().value());
        written.last().ifPresent(last -> request.setPrevious(messages.block(full(last))));
        return request.build();
    }

    private MessageLite complete(Choices choices, Written written) {
        CompleteRequestProto.Builder request = CompleteRequestProto.newBuilder()
                .setSrc(written.path().toString())
                .setClientName(written.client())
                .setFileId(written.file().id().value());
        written.last().ifPresent(last -> request.setLast(messages.block(full(last))));
        return request.build();
    }

    private static Block full(BlockInfo block) {
        return block.block().withLength(RandomNamespace.BLOCK_SIZE);
    }

    private static MessageLite fsync(Choices choices, Written written) {
        return FsyncRequestProto.newBuilder()
                .setSrc(written.path().toString())
                .setClient(written.client())
                .setLastBlockLength(choices.below(RandomNamespace.BLOCK_SIZE))
                .setFileId(written.file().id().value())
                .build();
    }

    private MessageLite updatePipeline(Choices choices, Written written) {
        UpdatePipelineRequestProto.Builder request =
                UpdatePipelineRequestProto.newBuilder().setClientName(written.client());
        Optional<BlockInfo> block = choices.oneIn(4) ? choices.block() : written.last();
        block.map(BlockInfo::block)
                .ifPresent(old -> request.setOldBlock(messages.block(old))
                        .setNewBlock(messages.block(old.withGenerationStamp(old.generationStamp() + 1))));
        return request.addNewNodes(DatanodeIDProto.newBuilder()
                        .setIpAddr("10.0.0.1")
                        .setHostName("host1")
                        .setDatanodeUuid("dn1")
                        .setXferPort(1)
                        .setInfoPort(2)
                        .setIpcPort(3))
                .addStorageIDs("s1")
                .buildPartial();
    }
}
