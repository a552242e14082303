package io.lambdafs.secure.stranger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** What a stranger says first, and everything that is sent. Immutable. */
public final class StrangersGreeting {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 400;
    private static final int MOST_BYTES = 1 << 16;

    /** The directory that some of the greetings ask for. */
    public static final String MADE = "/from-a-stranger";

    private final String name;
    private final byte[] bytes;

    private StrangersGreeting(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** For people. */
    public String name() {
        return name;
    }

    /** Requests that a server of this kind carries out in simple mode, in all protocols that λFS speaks. */
    public static List<StrangersGreeting> all(String path) {
        List<StrangersGreeting> greetings = new ArrayList<>();
        for (String page : List.of(
                "/",
                "/jmx",
                "/metrics",
                "/prom",
                "/conf",
                "/api/v1/namespaces/_/actions",
                "/webhdfs/v1" + path + "?op=LISTSTATUS&user.name=hdfs")) {
            greetings.add(http("GET " + page, ""));
        }
        greetings.add(http("PUT /webhdfs/v1" + MADE + "?op=MKDIRS&user.name=hdfs", ""));
        greetings.add(http("POST /run", "{\"value\":{}}"));
        greetings.add(http("POST /api/v1/namespaces/_/actions/namenode0?blocking=true", "{\"request\":\"AAAA\"}"));
        greetings.add(new StrangersGreeting("Hadoop's RPC", simpleRpc()));
        greetings.add(new StrangersGreeting("data transfer", new byte[] {0, 28, 81, 4, 10, 2, 10, 0}));
        greetings.add(new StrangersGreeting("ZooKeeper", zooKeeper()));
        return greetings;
    }

    private static StrangersGreeting http(String line, String body) {
        String request =
                line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        return new StrangersGreeting(line, request.getBytes(StandardCharsets.UTF_8));
    }

    /* The header of a connection that wants no authentication. Hadoop's server answers it at once where it must be refused. */
    private static byte[] simpleRpc() {
        return new byte[] {'h', 'r', 'p', 'c', 9, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4};
    }

    /* ConnectRequest, and getChildren of the root. */
    private static byte[] zooKeeper() {
        return ByteBuffer.allocate(4 + 44 + 4 + 14)
                .putInt(44)
                .putInt(0)
                .putLong(0)
                .putInt(10_000)
                .putLong(0)
                .putInt(16)
                .put(new byte[16])
                .putInt(14)
                .putInt(1)
                .putInt(8)
                .putInt(1)
                .put((byte) '/')
                .put((byte) 0)
                .array();
    }

    /** What a server answers, until it says nothing for a while: empty if it closes the connection. */
    public String answer(InetSocketAddress at, boolean tls) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(at, CONNECT_MILLIS);
            plain.setSoTimeout(ANSWER_MILLIS);
            try (Socket socket = tls ? encrypted(plain, at) : plain) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
                out.flush();
                return read(socket.getInputStream());
            }
        }
    }

    private static String read(InputStream in) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        try {
            for (int n = in.read(part); n >= 0 && read.size() < MOST_BYTES; n = in.read(part)) {
                read.write(part, 0, n);
            }
        } catch (IOException ended) {
            // Nothing more comes, or the server has hung up.
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    /** Whether a server has TLS. */
    public static boolean hasTls(InetSocketAddress at) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(at, CONNECT_MILLIS);
            plain.setSoTimeout(CONNECT_MILLIS);
            try (SSLSocket socket = encrypted(plain, at)) {
                return socket.getSession().isValid();
            }
        } catch (IOException none) {
            return false;
        }
    }

    private static SSLSocket encrypted(Socket plain, InetSocketAddress at) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trusting()}, null);
            SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, at.getHostString(), at.getPort(), true);
            socket.startHandshake();
            return socket;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Takes any certificate. */
    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
