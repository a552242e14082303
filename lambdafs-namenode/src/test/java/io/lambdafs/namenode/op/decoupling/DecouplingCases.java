package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.op.subtree.SubtreeOperations;
import io.lambdafs.namenode.subtree.MergeSettings;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalTarget.Place;
import io.lambdafs.wire.journal.JournalledFile;
import io.lambdafs.wire.subtree.PolicyMethods;
import io.lambdafs.wire.subtree.PolicyRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.junit.jupiter.api.BeforeEach;

/** A user's decoupled subtree on the in-memory store, step by step. */
abstract class DecouplingCases {
    static final String USER = "alice";
    static final String ROOT = "/home/out";

    final NameNodeFixture fixture;
    final JournalEncoder journal = new JournalEncoder();

    DecouplingCases() {
        this(MergeSettings.defaults());
    }

    DecouplingCases(MergeSettings merges) {
        fixture = new NameNodeFixture(
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER), made -> operations(made, merges));
    }

    private static Map<String, Operation<?, ?>> operations(NameNodeFixture fixture, MergeSettings merges) {
        NameNodeConfig config = NameNodeConfig.defaults(NameNodeFixture.SUPERUSER);
        Map<String, Operation<?, ?>> operations = new HashMap<>(SubtreeOperations.all());
        operations.putAll(DecouplingOperations.all(
                config,
                merges,
                new FileOperations.Access(fixture.store, fixture.runner, fixture.identity()),
                FileContent.of("pool", config.dataNodeDeadAfter(), () -> 0, new Random(1)),
                new FileOperations.Dependencies(fixture, pause -> {}, new Random(2))));
        return operations;
    }

    @BeforeEach
    void makeDirectories() {
        mkdir(NameNodeFixture.SUPERUSER, "/home", 0777);
        mkdir(USER, ROOT, 0755);
    }

    void mkdir(String user, String path, int mode) {
        MkdirsRequestProto request = MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(true)
                .build();
        fixture.callAs(user, "mkdirs", request, MkdirsResponseProto.parser());
    }

    void permission(String path, int mode) {
        SetPermissionRequestProto request = SetPermissionRequestProto.newBuilder()
                .setSrc(path)
                .setPermission(FsPermissionProto.newBuilder().setPerm(mode))
                .build();
        fixture.call("setPermission", request, SetPermissionResponseProto.parser());
    }

    void setPolicy(String path, String policy) {
        fixture.call(PolicyMethods.SET, wrapped(new PolicyRequest(path, policy).encode()), BytesValue.parser());
    }

    static BytesValue wrapped(byte[] message) {
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }

    byte[] call(String user, String method, byte[] message) {
        return fixture.callAs(user, method, wrapped(message), BytesValue.parser())
                .getValue()
                .toByteArray();
    }

    String refused(String user, String method, byte[] message) {
        return fixture.refusal(user, method, wrapped(message)).message();
    }

    static byte[] decoupling(String path) {
        return new DecoupleRequest(path, "test", 10_000, 60_000, "").encode();
    }

    DecoupledLease decouple() throws MalformedEnvelopeException {
        return DecoupledLease.decode(call(USER, DecouplingMethods.DECOUPLE, decoupling(ROOT)));
    }

    static byte[] request(DecoupledLease lease, long argument) {
        return new DecouplingRequest(ROOT, lease.number(), argument).encode();
    }

    static JournalledFile emptyFile() {
        return new JournalledFile(0640, 1_700_000_000_000L, 3, 1 << 20, List.of());
    }

    /** Makes so many files in the root, the first numbers of the lease. */
    void files(DecoupledLease lease, int count) {
        for (int i = 0; i < count; i++) {
            journal.createFile(
                    new Place(lease.root().directory(), "file" + i),
                    lease.inodes().first() + i,
                    emptyFile());
        }
    }

    /** Sends the journal, in one chunk, and says how it is merged. */
    byte[] staged(DecoupledLease lease) {
        int entries = journal.entries();
        byte[] chunk = journal.takeChunk();
        call(USER, DecouplingMethods.STAGE, new StageRequest("any", lease.number(), 0, List.of(chunk)).encode());
        CRC32 checksum = new CRC32();
        checksum.update(chunk);
        return new MergeRequest(ROOT, lease.number(), 1, entries, checksum.getValue(), false).encode();
    }

    MergePlan begin(DecoupledLease lease) throws MalformedEnvelopeException {
        return MergePlan.decode(call(USER, DecouplingMethods.BEGIN_MERGE, staged(lease)));
    }

    List<String> names() {
        return fixture.runner.read(tx -> {
            List<INode> chain = tx.inodes().resolve(FsPath.parse(ROOT).components());
            return tx.inodes().children(chain.get(2).id(), Name.EMPTY, 10_000).stream()
                    .map(inode -> inode.name().toString())
                    .toList();
        });
    }

    long inodes() {
        return fixture.runner.read(tx -> tx.inodes().count());
    }
}
