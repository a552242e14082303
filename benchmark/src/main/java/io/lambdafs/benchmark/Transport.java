package io.lambdafs.benchmark;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** How requests travel: through the platform by HTTP alone, or over TCP once an instance has connected back. */
enum Transport {
    HTTP("false"),
    TCP("true");

    private final String tcpEnabled;

    Transport(String tcpEnabled) {
        this.tcpEnabled = tcpEnabled;
    }

    /** A client of its own that uses this transport only, as far as the client's settings can say so. */
    FileSystem open() throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("lambdafs.client.tcp.enabled", tcpEnabled);
        configuration.set("lambdafs.client.http-replacement-probability", "0");
        return FileSystem.newInstance(configuration);
    }
}
