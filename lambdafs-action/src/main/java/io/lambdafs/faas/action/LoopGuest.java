package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that answers one call after the other, by the protocol of OpenWhisk's action loop: a line of JSON on its standard input, a
 * line of JSON on descriptor 3. It is started anew when it has died.
 */
final class LoopGuest implements Guest {
    /* Java gives a process only three descriptors: that of its output becomes the third, and a file its output. */
    private static final String WITH_DESCRIPTOR_3 = "exec 3>&1 >>\"$0\"; exec \"$@\"";

    private final List<String> command;
    private final boolean acknowledges;
    private final GuestEnvironment environment;
    private final Path directory;
    private final GuestOutput output;
    private final GuestMessages messages = new GuestMessages();
    private @Nullable Running running;

    private record Running(Process process, ResultLines results) {
        void end() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * A process that is not started yet.
     *
     * @param acknowledges whether it says that it is ready, {@code {"ok":true}}, before it is called
     * @param directory in which it runs
     */
    LoopGuest(
            List<String> command,
            boolean acknowledges,
            GuestEnvironment environment,
            Path directory,
            GuestOutput output) {
        this.command = List.copyOf(command);
        this.acknowledges = acknowledges;
        this.environment = environment;
        this.directory = directory;
        this.output = output;
    }

    @Override
    public void start(Duration most) throws IOException, InterruptedException {
        close();
        // Of one that does not say when it is ready, nobody knows what of its beginning a transaction has. The first
        // call's has all.
        if (acknowledges) {
            Running unused = started(most);
        }
    }

    private Running started(Duration most) throws IOException, InterruptedException {
        close();
        List<String> line = new ArrayList<>(
                List.of("/bin/sh", "-c", WITH_DESCRIPTOR_3, output.file().toString()));
        line.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        environment.applyTo(builder);
        Process process = builder.start();
        Running made = new Running(process, ResultLines.of(process, GuestMessages.MOST_BYTES));
        running = made;
        if (acknowledges) {
            requireReady(messages.result(made.results().next(most)));
        }
        return made;
    }

    private void requireReady(JsonObject acknowledgement) throws IOException {
        if (!acknowledgement.flag("ok")) {
            close();
            throw new GuestException(acknowledgement.text("error").orElse("The action cannot be started."));
        }
    }

    @Override
    public JsonObject call(Invocation invocation, Duration most) throws IOException, InterruptedException {
        Running current = running;
        if (current == null || !current.process().isAlive()) {
            current = started(most);
        }
        current.results().discard();
        try {
            OutputStream in = current.process().getOutputStream();
            in.write(messages.line(invocation));
            in.flush();
        } catch (IOException e) {
            close();
            throw new GuestException("The action exited unexpectedly, before it was called.");
        }
        try {
            return messages.result(current.results().next(most));
        } catch (GuestException e) {
            // Nobody knows what it would answer to the next call.
            close();
            throw e;
        }
    }

    @Override
    public void discardOutput() throws IOException {
        output.discard();
    }

    @Override
    public void printTo(OutputStream out) throws IOException {
        output.printTo(out);
    }

    @Override
    public void close() throws IOException {
        Running ended = running;
        running = null;
        if (ended != null) {
            ended.end();
        }
    }
}
