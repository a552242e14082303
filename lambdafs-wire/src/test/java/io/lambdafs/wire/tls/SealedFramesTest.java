package io.lambdafs.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ends of an encrypted connection without a network: what one seals the other opens, and nothing else. */
final class SealedFramesTest {
    private static final int MAX_FRAME = 32 * 1024 + 64;
    private static final int BODY = MAX_FRAME + SealedFrames.OVERHEAD_BYTES + SealedFrames.RECORD_BYTES;
    private static final int MAX_TURNS = 20;

    private Identity identity;
    private SealedFrames server;
    private SealedFrames client;

    @BeforeEach
    void makeEnds() throws Exception {
        identity = identity();
        server = SealedFrames.ofServer(TlsContexts.server(identity), MAX_FRAME);
        client = SealedFrames.ofClient(TlsContexts.pinned(SealedFrames.digest(identity.certificate())), MAX_FRAME);
    }

    private static Identity identity() throws Exception {
        Instant now = Instant.now();
        return CertificateAuthority.selfSigned("test", now.minusSeconds(60), now.plusSeconds(3600), new SecureRandom());
    }

    /** As over a network: each end says all that it has to say before it reads on. */
    private static void shakeHands(SealedFrames client, SealedFrames server) throws SSLException {
        Deque<ByteBuffer> toServer = new ArrayDeque<>();
        Deque<ByteBuffer> toClient = new ArrayDeque<>();
        toServer.add(said(client));
        for (int i = 0; i < MAX_TURNS && !(toServer.isEmpty() && toClient.isEmpty()); i++) {
            read(server, toServer, toClient);
            read(client, toClient, toServer);
        }
        assertThat(client.isEstablished() && server.isEstablished()).isTrue();
    }

    private static void read(SealedFrames end, Deque<ByteBuffer> from, Deque<ByteBuffer> to) throws SSLException {
        ByteBuffer body = from.poll();
        if (body != null) {
            assertThat(end.open(body).hasRemaining()).isFalse();
        }
        for (int i = 0; i < SealedFrames.MAX_HANDSHAKE_RECORDS && end.wantsToSpeak(); i++) {
            to.add(said(end));
        }
    }

    private static ByteBuffer said(SealedFrames end) throws SSLException {
        ByteBuffer body = ByteBuffer.allocateDirect(BODY);
        end.proceed(body);
        body.flip();
        return body;
    }

    private static ByteBuffer sealed(SealedFrames end, byte[] frame) throws SSLException {
        ByteBuffer body = ByteBuffer.allocateDirect(BODY);
        end.seal(out -> out.put(frame), body);
        body.flip();
        return body;
    }

    private static byte[] opened(SealedFrames end, ByteBuffer body) throws SSLException {
        ByteBuffer frame = end.open(body);
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    @Test
    void framesOfAllSizes_arriveWhole_bothWays() throws Exception {
        shakeHands(client, server);
        for (int size : new int[] {1, 100, 16_383, 16_384, 16_385, MAX_FRAME}) {
            byte[] frame = new byte[size];
            Arrays.fill(frame, (byte) size);
            ByteBuffer body = sealed(client, frame);
            assertThat(body.remaining()).isLessThanOrEqualTo(size + SealedFrames.OVERHEAD_BYTES);
            assertThat(opened(server, body)).isEqualTo(frame);
            assertThat(opened(client, sealed(server, frame))).isEqualTo(frame);
        }
    }

    @Test
    void sealedFrame_showsNothingOfItsContent() throws Exception {
        shakeHands(client, server);
        byte[] path = "/user/alice/secret-plan".getBytes(StandardCharsets.UTF_8);
        ByteBuffer body = sealed(client, path);
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("alice", "secret");
    }

    @Test
    void frameBeforeTheEndOfTheHandshake_isNotSealed() {
        assertThatThrownBy(() -> sealed(client, new byte[1])).hasMessageContaining("before the end of the handshake");
    }

    @Test
    void otherCertificate_isRefused() throws Exception {
        SealedFrames strange = SealedFrames.ofServer(TlsContexts.server(identity()), MAX_FRAME);

        assertThatThrownBy(() -> shakeHands(client, strange))
                .isInstanceOf(SSLException.class)
                .hasStackTraceContaining("another certificate");
        assertThat(client.isEstablished()).isFalse();
    }

    @Test
    void earlierVersions_areRefused() throws Exception {
        SSLContext context = TlsContexts.pinned(SealedFrames.digest(identity.certificate()));
        SSLEngine old = context.createSSLEngine();
        old.setUseClientMode(true);
        old.setEnabledProtocols(new String[] {"TLSv1.2"});
        ByteBuffer hello = ByteBuffer.allocate(BODY);
        old.wrap(ByteBuffer.allocate(0), hello);
        hello.flip();
        assertThatThrownBy(() -> {
                    server.open(hello);
                    said(server);
                })
                .isInstanceOf(SSLException.class);
    }

    @Test
    void repeatedBody_isRefused() throws Exception {
        shakeHands(client, server);
        ByteBuffer body = sealed(client, new byte[] {7});
        ByteBuffer copy = ByteBuffer.allocate(body.remaining()).put(body.duplicate());
        copy.flip();
        assertThat(opened(server, body)).containsExactly(7);
        assertThatThrownBy(() -> server.open(copy)).isInstanceOf(SSLException.class);
    }

    @Test
    void changedBody_isRefused() throws Exception {
        shakeHands(client, server);
        ByteBuffer body = sealed(client, new byte[] {7});
        int last = body.limit() - 1;
        body.put(last, (byte) (body.get(last) ^ 1));
        assertThatThrownBy(() -> server.open(body)).isInstanceOf(SSLException.class);
    }

    @Test
    void partOfARecord_isRefused_inTheHandshakeAndAfterIt() throws Exception {
        ByteBuffer hello = said(client);
        hello.limit(hello.limit() - 1);
        assertThatThrownBy(() -> server.open(hello)).hasMessageContaining("no whole record");
        makeEnds();
        shakeHands(client, server);
        ByteBuffer body = sealed(client, new byte[100]);
        body.limit(body.limit() - 1);
        assertThatThrownBy(() -> server.open(body)).hasMessageContaining("no whole record");
    }

    @Test
    void bytesThatAreNoRecord_areRefused() {
        assertThatThrownBy(
                        () -> server.open(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void moreThanAFrame_isRefused() throws Exception {
        shakeHands(client, server);
        ByteBuffer two = ByteBuffer.allocate(3 * BODY);
        two.put(sealed(client, new byte[MAX_FRAME])).put(sealed(client, new byte[MAX_FRAME]));
        two.flip();
        assertThatThrownBy(() -> server.open(two)).hasMessageContaining("no whole record that fits");
    }

    @Test
    void endOfTheConnection_isTold() throws Exception {
        SSLEngine raw =
                TlsContexts.pinned(SealedFrames.digest(identity.certificate())).createSSLEngine();
        raw.setUseClientMode(true);
        Deque<ByteBuffer> toServer = new ArrayDeque<>();
        Deque<ByteBuffer> toRaw = new ArrayDeque<>();
        for (int i = 0; i < MAX_TURNS && !(server.isEstablished() && toRaw.isEmpty()); i++) {
            speak(raw, toRaw, toServer);
            read(server, toServer, toRaw);
        }
        raw.closeOutbound();
        ByteBuffer end = ByteBuffer.allocate(BODY);
        raw.wrap(ByteBuffer.allocate(0), end);
        end.flip();
        assertThatThrownBy(() -> server.open(end)).hasMessageContaining("ended the connection");
    }

    /** One turn of an engine of Java's own. */
    private static void speak(SSLEngine raw, Deque<ByteBuffer> from, Deque<ByteBuffer> to) throws SSLException {
        ByteBuffer body = from.poll();
        if (body != null) {
            raw.unwrap(body, ByteBuffer.allocate(BODY));
            for (Runnable task = raw.getDelegatedTask(); task != null; task = raw.getDelegatedTask()) {
                task.run();
            }
        }
        for (int i = 0; i < MAX_TURNS && raw.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP; i++) {
            ByteBuffer out = ByteBuffer.allocate(BODY);
            raw.wrap(ByteBuffer.allocate(0), out);
            out.flip();
            if (!out.hasRemaining()) {
                return;
            }
            to.add(out);
        }
    }

    @Test
    void oneThreadSeals_whileAnotherOpens() throws Exception {
        shakeHands(client, server);
        BlockingQueue<ByteBuffer> toServer = new LinkedBlockingQueue<>();
        BlockingQueue<ByteBuffer> toClient = new LinkedBlockingQueue<>();
        int count = 2_000;
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> seal(client, toServer, count));
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> seal(server, toClient, count));
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> open(client, toClient, count));
        open(server, toServer, count);
        CompletableFuture.allOf(sending, answering, reading).get(60, TimeUnit.SECONDS);
    }

    private static void seal(SealedFrames end, BlockingQueue<ByteBuffer> bodies, int count) {
        try {
            for (int i = 0; i < count; i++) {
                bodies.add(sealed(end, ByteBuffer.allocate(4).putInt(i).array()));
            }
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void open(SealedFrames end, BlockingQueue<ByteBuffer> bodies, int count) {
        try {
            for (int i = 0; i < count; i++) {
                ByteBuffer body = bodies.poll(30, TimeUnit.SECONDS);
                assertThat(body).isNotNull();
                assertThat(ByteBuffer.wrap(opened(end, body)).getInt()).isEqualTo(i);
            }
        } catch (SSLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
