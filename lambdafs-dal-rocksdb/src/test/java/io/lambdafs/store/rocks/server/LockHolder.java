package io.lambdafs.store.rocks.server;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A client in a process of its own, with a transaction that holds the root's lock. It says {@code locked}, and then, for each line
 * that it gets, whether it can commit: {@code committed}, or the kind of the failure.
 */
final class LockHolder implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;

    private LockHolder(Process process) {
        this.process = process;
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one, and waits until it has the lock.
     *
     * @param life for how long the engine lets its transaction live
     */
    static LockHolder start(String address, Duration life) throws IOException {
        LockHolder holder = new LockHolder(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        address,
                        Long.toString(life.toMillis()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        String said = holder.answers.readLine();
        if (!"locked".equals(said)) {
            holder.close();
            throw new IOException("the holder of the lock said: " + said);
        }
        return holder;
    }

    /** Sends it a signal, such as STOP or KILL. */
    void signal(String name) throws IOException, InterruptedException {
        Signals.send(process, name);
    }

    /** Has it commit; what it says of that. */
    String commit() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return String.valueOf(answers.readLine());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process: address, life of the transaction in milliseconds. */
    public static void main(String[] arguments) {
        Duration life = Duration.ofMillis(Long.parseLong(arguments[1]));
        Bounds bounds = new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(10), life);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (MetadataStore store = ServerFixture.open(arguments[0], ServerFixture.SECRET, bounds);
                Transaction tx = store.beginWrite(store.registerWriter("holder"))) {
            tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            System.out.println("locked");
            while (commands.readLine() != null) {
                System.out.println(outcome(tx));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String outcome(Transaction tx) {
        try {
            tx.commit();
            return "committed";
        } catch (StoreException e) {
            return e.kind().name();
        }
    }
}
