package io.lambdafs.benchmark.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that gets one line at a time and answers each with a line that begins with {@code ok}. */
public final class ChildProcess implements AutoCloseable {
    private static final String OK = "ok ";
    private static final long EXIT_SECONDS = 5;

    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "answers");
        thread.setDaemon(true);
        return thread;
    });

    private ChildProcess(Process process) {
        this.process = process;
        this.in = new PrintWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it; what it says of errors goes to the log. */
    public static ChildProcess start(List<String> command, Path log) throws IOException {
        return new ChildProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    public long pid() {
        return process.pid();
    }

    /** Says a line and waits for the answer. */
    public String ask(String line, Duration bound) throws IOException, InterruptedException {
        say(line);
        return answer(bound);
    }

    /** Says a line whose answer is asked for later. */
    public void say(String line) {
        in.println(line);
    }

    /**
     * The rest of its next line.
     *
     * @throws IOException if it says that it failed, ended, or said nothing in time
     */
    public String answer(Duration bound) throws IOException, InterruptedException {
        Future<String> next = reader.submit(out::readLine);
        String line;
        try {
            line = next.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer within " + bound.toSeconds() + " s", e);
        }
        if (line == null || !line.startsWith(OK)) {
            throw new IOException(line == null ? "a process ended: see its log" : line);
        }
        return line.substring(OK.length());
    }

    /** Ends its input, and the process if it does not end by that. */
    @Override
    public void close() {
        reader.shutdownNow();
        try {
            process.getOutputStream().close();
            if (process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException gone) {
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
