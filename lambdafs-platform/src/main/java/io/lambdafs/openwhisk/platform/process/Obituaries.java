package io.lambdafs.openwhisk.platform.process;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the programs that images name for the time after the death of an instance, one at a time. Deaths that come meanwhile are told
 * to the next one together. Such a program only makes things faster: one that fails is logged, and not run again.
 */
final class Obituaries implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Obituaries.class);
    private static final int MAX_WAITING = 1_000;
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Path logFile;
    private final BlockingQueue<Death> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final Thread thread;

    private record Death(Image image, String name) {}

    /**
     * Begins.
     *
     * @param logFile where the programs' output goes
     */
    Obituaries(Path logFile) {
        this.logFile = logFile;
        thread = new Thread(this::work, "platform-obituaries");
        thread.setDaemon(true);
        thread.start();
    }

    /** An instance of this image has died. Returns at once. */
    void died(Image image, String name) {
        if (!image.afterDeath().isEmpty() && !waiting.offer(new Death(image, name))) {
            log.atWarn()
                    .setMessage("too many instances died at once; one is not reported")
                    .log();
        }
    }

    private void work() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                List<Death> deaths = new ArrayList<>();
                deaths.add(waiting.take());
                waiting.drainTo(deaths);
                Map<Image, List<String>> names = new LinkedHashMap<>();
                deaths.forEach(death -> names.computeIfAbsent(death.image(), image -> new ArrayList<>())
                        .add(death.name()));
                for (Map.Entry<Image, List<String>> entry : names.entrySet()) {
                    tell(entry.getKey(), entry.getValue());
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Image image, List<String> names) throws InterruptedException {
        try {
            int status = run(image, names);
            if (status != 0) {
                log.atWarn()
                        .setMessage("the program that is run after the death of an instance failed; its log says why")
                        .addKeyValue("status", status)
                        .addKeyValue("log", logFile)
                        .log();
            }
        } catch (IOException | UncheckedIOException e) {
            log.atWarn()
                    .setMessage("the program that is to run after the death of an instance cannot be run")
                    .setCause(e)
                    .log();
        }
    }

    private int run(Image image, List<String> names) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(image.afterDeath())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(logFile.toFile()));
        ProcessInstanceFactory.inherit(builder.environment());
        builder.environment().putAll(image.environment());
        Process process = builder.start();
        try {
            try (BufferedWriter in = process.outputWriter(StandardCharsets.UTF_8)) {
                for (String name : names) {
                    in.write(name + "\n");
                }
            }
            if (process.waitFor(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new IOException("not done within " + BOUND);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Tells of no more deaths. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
