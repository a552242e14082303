package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that is started for each call, as OpenWhisk's native actions are. It has its parameters as its argument, if they are short
 * enough for one, and in any case on its standard input. The last line that it prints is its answer; its status must be 0.
 */
final class ProgramGuest implements Guest {
    /** Linux's bound on one argument. */
    private static final int MOST_ARGUMENT_BYTES = (128 << 10) - 1;

    private final Path program;
    private final Path directory;
    private final GuestEnvironment environment;
    private final GuestOutput output;
    private final GuestMessages messages = new GuestMessages();
    private int answerFrom;

    ProgramGuest(Path program, Path directory, GuestEnvironment environment, GuestOutput output) {
        this.program = program;
        this.directory = directory;
        this.environment = environment;
        this.output = output;
    }

    @Override
    public void start(Duration most) {
        // It is started for each call.
    }

    @Override
    public JsonObject call(Invocation invocation, Duration most) throws IOException, InterruptedException {
        byte[] parameters = messages.parameters(invocation);
        Path input = Files.write(output.file().resolveSibling("stdin"), parameters);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (parameters.length < MOST_ARGUMENT_BYTES) {
            command.add(new String(parameters, StandardCharsets.UTF_8));
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(input.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.file().toFile()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        environment.applyTo(builder);
        GuestMessages.about(invocation)
                .forEach((name, value) -> builder.environment().put("__OW_" + name.toUpperCase(Locale.ROOT), value));
        Process process = builder.start();
        try {
            if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw GuestException.late();
            }
            return answer(process.exitValue());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private JsonObject answer(int status) throws IOException {
        byte[] printed = Files.readAllBytes(output.file());
        int end = printed.length;
        while (end > 0 && (printed[end - 1] == '\n' || printed[end - 1] == '\r')) {
            end--;
        }
        int begin = end;
        while (begin > 0 && printed[begin - 1] != '\n') {
            begin--;
        }
        answerFrom = begin;
        byte[] line = new byte[end - begin];
        System.arraycopy(printed, begin, line, 0, line.length);
        if (status != 0) {
            return failed(status, line);
        }
        if (line.length == 0) {
            throw new GuestException("The action did not print a JSON object as its last line.");
        }
        return messages.result(line);
    }

    /** What it says of its failure, or else its status. */
    private JsonObject failed(int status, byte[] line) {
        try {
            JsonObject said = messages.result(line);
            if (said.fields().containsKey("error")) {
                return said;
            }
        } catch (GuestException e) {
            // It was not its answer.
        }
        answerFrom = Integer.MAX_VALUE;
        return new JsonObject(Map.of("error", "The action ended with status " + status + "."));
    }

    @Override
    public void discardOutput() throws IOException {
        answerFrom = Integer.MAX_VALUE;
        output.discard();
    }

    /** The last line is the answer and no output. */
    @Override
    public void printTo(OutputStream out) throws IOException {
        byte[] printed = Files.readAllBytes(output.file());
        out.write(printed, 0, Math.min(printed.length, answerFrom));
        out.flush();
    }

    @Override
    public void close() {
        // Nothing runs between calls.
    }
}
