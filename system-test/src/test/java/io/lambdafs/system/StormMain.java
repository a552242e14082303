package io.lambdafs.system;

import io.lambdafs.client.ClientMetrics;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A process with many clients, each with a file system of its own, which all begin at once. It says {@code ready}, begins at the
 * line {@code go}, and says how many calls it made by HTTP.
 */
final class StormMain {
    private static final int BOUND_SECONDS = 120;

    /** Each has an owner of its own for what is in it. */
    private static final int DIRECTORIES = 32;

    private StormMain() {}

    /** Arguments: the stack's properties file, the directory for sharing, the number of clients. */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.addResource(
                new Path(java.nio.file.Path.of(args[0], "conf/core-site.xml").toUri()));
        configuration.addResource(
                new Path(java.nio.file.Path.of(args[0], "conf/hdfs-site.xml").toUri()));
        configuration.set("lambdafs.client.properties-file", args[0] + "/client.properties");
        configuration.set("lambdafs.client.sharing.directory", args[1]);
        // What a busy machine takes long for is not sent again, and no call goes by HTTP but those that find nothing
        // warm.
        configuration.setInt("lambdafs.client.http.attempt-timeout-millis", 60_000);
        configuration.setInt("lambdafs.client.tcp.attempt-timeout-millis", 60_000);
        configuration.setInt("lambdafs.client.tcp.max-in-flight-per-connection", 1_000);
        configuration.setInt("lambdafs.client.http.keep-warm-millis", 0);
        configuration.setInt("lambdafs.client.http-replacement-probability", 0);
        configuration.setInt("lambdafs.client.scale-out-load", 0);
        int clients = Integer.parseInt(args[2]);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            FileSystem files = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
            Path path = new Path("/storm" + i % DIRECTORIES + "/file" + i);
            running.add(threads.submit(() -> {
                go.await();
                for (int operation = 0; operation < StormTest.OPERATIONS; operation++) {
                    if (files.exists(path)) {
                        throw new IllegalStateException("nobody has made " + path);
                    }
                }
                return null;
            }));
        }
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (!"go".equals(orders.readLine())) {
            Runtime.getRuntime().halt(1);
        }
        go.countDown();
        for (Future<?> each : running) {
            each.get(BOUND_SECONDS, TimeUnit.SECONDS);
        }
        ClientMetrics metrics = ClientMetrics.ofThisJvm();
        System.out.println("http " + (metrics.http().answered() + metrics.http().failures()));
        System.out.println("tcp " + metrics.tcp().answered());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
