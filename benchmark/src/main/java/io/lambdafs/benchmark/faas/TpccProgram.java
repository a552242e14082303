package io.lambdafs.benchmark.faas;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Python process that does transactions of TPC-C on a SQLite database, one for each line that it is sent. It opens the database each
 * time, as a function does that is called now and then. Used by one thread.
 */
final class TpccProgram implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final OutputStream requests;

    /**
     * Starts it.
     *
     * @param script the program's source
     * @param database where the database is or is going to be
     * @param environment what it has besides this process's
     */
    TpccProgram(Path script, String database, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of("python3", script.toString(), database));
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        process = builder.start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        requests = process.getOutputStream();
    }

    /**
     * Has it do something.
     *
     * @return what it answers
     * @throws IOException if it fails, with what it says
     */
    String ask(String request) throws IOException {
        requests.write((request + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
        String answer = answers.readLine();
        if (answer == null || !answer.startsWith("ok")) {
            throw new IOException("the program answers '" + request + "' with " + answer);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
