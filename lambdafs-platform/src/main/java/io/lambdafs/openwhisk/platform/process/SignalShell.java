package io.lambdafs.openwhisk.platform.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sends the signals that Java cannot, through one shell that lives as long as the platform. Its built-in kill takes a
 * fraction of a millisecond, where starting a program for every signal takes several. It needs no program but sh.
 */
final class SignalShell implements AutoCloseable {
    private static final String LOOP =
            "while read -r signal pid; do kill -s \"$signal\" \"$pid\" 2>/dev/null; echo $?; done";

    private @Nullable Process shell;

    /** Sends STOP, CONT or TERM; says whether there was such a process. */
    synchronized boolean send(String signal, long pid) {
        try {
            return exchange(signal + " " + pid + "\n");
        } catch (IOException e) {
            // Somebody ended the shell: start another one, once.
            close();
            try {
                return exchange(signal + " " + pid + "\n");
            } catch (IOException again) {
                throw new UncheckedIOException("no shell to send signals with", again);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (shell != null) {
            shell.destroyForcibly();
            shell = null;
        }
    }

    private boolean exchange(String command) throws IOException {
        Process running = running();
        BufferedWriter in = running.outputWriter(StandardCharsets.US_ASCII);
        in.write(command);
        in.flush();
        BufferedReader out = running.inputReader(StandardCharsets.US_ASCII);
        String answer = out.readLine();
        if (answer == null) {
            throw new IOException("the shell has ended");
        }
        return answer.equals("0");
    }

    private Process running() throws IOException {
        Process current = shell;
        if (current == null || !current.isAlive()) {
            current = new ProcessBuilder("/bin/sh", "-c", LOOP)
                    .redirectError(Redirect.DISCARD)
                    .start();
            shell = current;
        }
        return current;
    }
}
