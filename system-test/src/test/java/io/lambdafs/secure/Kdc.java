package io.lambdafs.secure;

import io.lambdafs.system.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.minikdc.MiniKdc;

/** A Kerberos server of the realm EXAMPLE.COM in a process of its own. */
final class Kdc implements AutoCloseable {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final String SETTINGS = """
            org.name=EXAMPLE
            org.domain=COM
            kdc.bind.address=127.0.0.1
            kdc.port=0
            instance=DefaultKrbServer
            max.ticket.lifetime=86400000
            max.renewable.lifetime=604800000
            transport=TCP
            debug=false
            """;

    private final Process process;
    private final Path directory;

    private Kdc(Process process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    /** Starts one that knows these principals, whose keys are all in one keytab. */
    static Kdc start(Path directory, String... principals) throws Exception {
        Path settings = Files.writeString(directory.resolve("kdc.properties"), SETTINGS);
        Path log = directory.resolve("kdc.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                MiniKdc.class.getName(),
                directory.toString(),
                settings.toString(),
                directory.resolve("keytab").toString()));
        command.addAll(List.of(principals));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Kdc kdc = new Kdc(process, directory);
        Await.until(
                "the Kerberos server runs", BOUND, () -> Files.readString(log).contains("Standalone MiniKdc Running"));
        return kdc;
    }

    Path keytab() {
        return directory.resolve("keytab");
    }

    Path configuration() {
        return directory.resolve("krb5.conf");
    }

    /** The option of a JVM that is to find this server. */
    String jvmOption() {
        return "-Djava.security.krb5.conf=" + configuration();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
    }
}
