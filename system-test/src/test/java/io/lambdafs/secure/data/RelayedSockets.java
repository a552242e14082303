package io.lambdafs.secure.data;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;

/** Sockets that reach where they are to connect to through a {@link RecordingRelay}. Hadoop's client makes it by its name. */
public final class RelayedSockets extends SocketFactory implements Configurable {
    /** The setting that names this class. */
    static final String SETTING = "hadoop.rpc.socket.factory.class.ClientProtocol";

    /** The setting that has the relay's port. */
    static final String PORT = "lambdafs.test.relay.port";

    private Configuration configuration = new Configuration(false);

    @Override
    public void setConf(Configuration given) {
        configuration = given;
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    @Override
    public Socket createSocket() {
        int port = configuration.getInt(PORT, 0);
        return new Socket() {
            @Override
            public void connect(SocketAddress target, int timeout) throws IOException {
                InetSocketAddress wanted = (InetSocketAddress) target;
                super.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), timeout);
                DataOutputStream preface = new DataOutputStream(getOutputStream());
                preface.writeUTF(wanted.getAddress().getHostAddress());
                preface.writeInt(wanted.getPort());
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("Hadoop connects sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("Hadoop connects sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("Hadoop connects sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("Hadoop connects sockets itself");
    }
}
