package io.lambdafs.benchmark.faas;

import io.lambdafs.faas.ipc.IpcServer;
import io.lambdafs.faas.ipc.IpcSettings;
import io.lambdafs.faas.ipc.Preload;
import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What single calls take: those of an unmodified C program, on a volume and on a local directory, and what a transaction adds at its
 * beginning and its end.
 */
final class CallLatencies {
    private static final String MOUNT = "/mnt/benchmark";
    private static final Pattern LINE = Pattern.compile("(\\w+) +p50 +([0-9.]+) us +p99 +([0-9.]+) us");
    private static final int BLOCK = 1024;

    private final Instances instances;
    private final Path work;
    private final int rounds;

    CallLatencies(Instances instances, Path work, int rounds) {
        this.instances = instances;
        this.work = work;
        this.rounds = rounds;
    }

    /** By the kind of call, as the program names it; empty if this machine has no C compiler. */
    record OfCalls(Map<String, Percentiles> onVolume, Map<String, Percentiles> local) {}

    /** The calls of the C program. */
    Optional<OfCalls> ofCalls() throws IOException, InterruptedException {
        Path program = work.resolve("latency");
        Preload library;
        try {
            library = Preload.build();
            compile(program);
        } catch (IOException e) {
            System.out.println("calls of a program are left out: " + e.getMessage());
            return Optional.empty();
        }
        Map<String, Percentiles> local = run(program, work.resolve("local.dat").toString(), Map.of());
        VolumeFiles files = instances.instance(CacheUpdate.EAGER, MOUNT);
        files.begin();
        try (IpcServer server = IpcServer.start(files, MOUNT, IpcSettings.defaults())) {
            Map<String, Percentiles> onVolume =
                    run(program, MOUNT + "/latency.dat", library.environment(server, System.getenv()));
            return Optional.of(new OfCalls(onVolume, local));
        } finally {
            files.rollBack();
        }
    }

    private void compile(Path program) throws IOException, InterruptedException {
        Path source = work.resolve("latency.c");
        try (InputStream in = CallLatencies.class.getResourceAsStream("latency.c")) {
            if (in == null) {
                throw new IOException("the program has no source");
            }
            Files.write(source, in.readAllBytes());
        }
        Process compiler = new ProcessBuilder("cc", "-O2", "-o", program.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!compiler.waitFor(1, TimeUnit.MINUTES) || compiler.exitValue() != 0) {
            throw new IOException("the C compiler failed: " + said);
        }
    }

    private Map<String, Percentiles> run(Path program, String file, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(program.toString(), file, Integer.toString(rounds)))
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException("the program that measures failed: " + said);
        }
        Map<String, Percentiles> found = new LinkedHashMap<>();
        for (Matcher line = LINE.matcher(said); line.find(); ) {
            found.put(
                    line.group(1),
                    new Percentiles(Double.parseDouble(line.group(2)), Double.parseDouble(line.group(3))));
        }
        return found;
    }

    /** Begin and commit, without anything between. */
    Percentiles ofNothing() {
        VolumeFiles files = instances.instance(CacheUpdate.EAGER, "");
        return measure(() -> {
            files.begin();
            files.commit();
        });
    }

    /** Begin, one block written, and commit, which is durable. */
    Percentiles ofOneBlock() {
        VolumeFiles files = instances.instance(CacheUpdate.EAGER, "");
        byte[] bytes = new byte[BLOCK];
        return measure(() -> {
            files.begin();
            long handle = files.open(At.root("/one-block"), OpenFlags.WRONLY | OpenFlags.CREAT, 0644);
            files.writeAt(handle, 0, bytes, 0, BLOCK);
            files.release(handle);
            files.commit();
        });
    }

    private Percentiles measure(Runnable transaction) {
        int times = Math.max(20, rounds / 10);
        for (int i = 0; i < times; i++) {
            transaction.run();
        }
        long[] nanos = new long[times];
        for (int i = 0; i < times; i++) {
            long before = System.nanoTime();
            transaction.run();
            nanos[i] = System.nanoTime() - before;
        }
        return Percentiles.of(nanos);
    }
}
