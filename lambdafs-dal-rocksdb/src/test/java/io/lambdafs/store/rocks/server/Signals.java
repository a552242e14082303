package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Sends signals to processes of the tests. */
final class Signals {
    private Signals() {}

    /** Sends one, such as STOP or CONT. */
    static void send(Process process, String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
