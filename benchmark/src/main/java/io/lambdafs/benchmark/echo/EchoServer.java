package io.lambdafs.benchmark.echo;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.kryonet.Server;
import com.esotericsoftware.minlog.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The answering process: prints its port, and answers what it gets until its standard input ends. */
public final class EchoServer {
    private EchoServer() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws IOException {
        Log.NONE();
        Server server = new Server(EchoFrames.BUFFER_BYTES, EchoFrames.BUFFER_BYTES, new EchoFrames());
        server.addListener(new Listener() {
            @Override
            public void received(Connection connection, Object object) {
                if (object instanceof EchoCall call) {
                    connection.sendTCP(call.answer());
                }
            }
        });
        int port = freePort();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null);
        server.start();
        System.out.println("ok " + port);
        while (System.in.read() >= 0) {
            // Nothing is said to it; the end of its input is the end of the process that started it.
        }
        System.exit(0);
    }

    /** KryoNet does not tell which port it was given. */
    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
