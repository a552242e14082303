package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.metrics.Samples;
import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.ipc.ClientId;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcConstants;
import org.apache.hadoop.ipc.protobuf.IpcConnectionContextProtos.IpcConnectionContextProto;
import org.apache.hadoop.ipc.protobuf.IpcConnectionContextProtos.UserInformationProto;
import org.apache.hadoop.ipc.protobuf.ProtobufRpcEngine2Protos.RequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto.OperationProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.util.ProtoUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients of Hadoop's RPC that ask much and do not read the answers stop nobody. They find their answers when they read at last, unless these
 * have taken too much of the gateway's memory.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SlowReadersTest {
    private static final int PATIENT = 4;
    private static final int GREEDY = 2;
    private static final int CALLS = 200;

    /** The heap of the gateway has 256 MiB, of which an eighth is for one connection; a call's answer has more than 16 KiB. */
    private static final int TOO_MANY_CALLS = 4_000;

    private static final int ENTRIES = 60;
    private static final int NAME_LENGTH = 200;
    private static final int SMALL_BUFFER = 4_096;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    private java.nio.file.Path directory;

    @Test
    void clientsThatDoNotReadTheirAnswers_stopNobody_andFindThemLater() throws Exception {
        List<Socket> patient = new ArrayList<>();
        List<Socket> greedy = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.start(SharedStack.get(), 0, directory);
                DistributedFileSystem busy =
                        Gateways.client(Map.of("fs.defaultFS", gateway.address().toString()))) {
            fill(busy, new Path("/slow-readers"));
            for (int i = 0; i < PATIENT; i++) {
                patient.add(asking(gateway.address(), "/slow-readers", CALLS));
            }
            for (int i = 0; i < GREEDY; i++) {
                greedy.add(asking(gateway.address(), "/slow-readers", TOO_MANY_CALLS));
            }
            for (int i = 0; i < CALLS; i++) {
                assertThat(busy.listStatus(new Path("/slow-readers"))).hasSize(ENTRIES);
            }
            Await.until(
                    "the connections of those that ask for too much are closed",
                    BOUND,
                    () -> closedConnections(gateway.webAddress()) == GREEDY);

            for (Socket reader : patient) {
                assertThat(answersOf(reader, CALLS)).isEqualTo(CALLS);
            }
            for (Socket reader : greedy) {
                assertThat(answersOf(reader, TOO_MANY_CALLS)).isLessThan(TOO_MANY_CALLS);
            }
            assertThat(gateway.output()).contains("closed the connection of a client that does not read its answers");
            busy.delete(new Path("/slow-readers"), true);
        } finally {
            for (Socket reader : patient) {
                reader.close();
            }
            for (Socket reader : greedy) {
                reader.close();
            }
        }
    }

    private static int closedConnections(URI web) throws IOException, InterruptedException {
        String metrics = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(web.resolve("/prom")).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return (int) Samples.parse(metrics.substring(metrics.indexOf("# HELP lambdafs_")))
                .sum("lambdafs_gateway_slow_readers_total");
    }

    private static void fill(DistributedFileSystem fs, Path parent) throws IOException {
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(fs.mkdirs(new Path(parent, "n" + i + "x".repeat(NAME_LENGTH))))
                    .isTrue();
        }
    }

    /** A connection on which all calls have been sent, and nothing was read. */
    private static Socket asking(URI gateway, String path, int calls) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(gateway.getHost(), gateway.getPort()), PATIENCE_MILLIS);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBytes("hrpc");
        out.write(new byte[] {RpcConstants.CURRENT_VERSION, 0, 0});
        byte[] client = ClientId.getClientId();
        write(
                out,
                header(client, RpcConstants.CONNECTION_CONTEXT_CALL_ID),
                IpcConnectionContextProto.newBuilder()
                        .setUserInfo(UserInformationProto.newBuilder().setEffectiveUser("slow"))
                        .setProtocol("org.apache.hadoop.hdfs.protocol.ClientProtocol")
                        .build());
        RequestHeaderProto method = RequestHeaderProto.newBuilder()
                .setMethodName("getListing")
                .setDeclaringClassProtocolName("org.apache.hadoop.hdfs.protocol.ClientProtocol")
                .setClientProtocolVersion(1)
                .build();
        GetListingRequestProto listing = GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
        for (int call = 0; call < calls; call++) {
            write(out, header(client, call), method, listing);
        }
        try {
            socket.getOutputStream().write(bytes.toByteArray());
        } catch (SocketException closed) {
            // By the gateway, while this client still asked.
            return socket;
        }
        return socket;
    }

    private static RpcRequestHeaderProto header(byte[] client, int call) {
        return ProtoUtil.makeRpcRequestHeader(
                RPC.RpcKind.RPC_PROTOCOL_BUFFER, OperationProto.RPC_FINAL_PACKET, call, 0, client);
    }

    private static void write(DataOutputStream out, Message... messages) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        for (Message message : messages) {
            message.writeDelimitedTo(frame);
        }
        out.writeInt(frame.size());
        frame.writeTo(out);
    }

    /** Reads until there are so many answers, or the connection has ended; returns how many there were. */
    private static int answersOf(Socket socket, int most) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int answers = 0;
        try {
            while (answers < most) {
                in.skipNBytes(in.readInt());
                answers++;
            }
        } catch (EOFException | SocketException ended) {
            return answers;
        }
        return answers;
    }
}
