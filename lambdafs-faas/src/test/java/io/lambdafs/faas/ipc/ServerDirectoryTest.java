package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directories a new server removes. */
final class ServerDirectoryTest {
    @TempDir
    private Path parent;

    private static ProcessHandle dead() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessHandle handle = process.toHandle();
        process.destroyForcibly().waitFor();
        return handle;
    }

    private ServerDirectory leftBy(ProcessHandle process) throws IOException {
        ServerDirectory directory = ServerDirectory.make(parent, process);
        Files.write(directory.memory(), new byte[10]);
        Files.write(directory.socket(), new byte[0]);
        return directory;
    }

    @Test
    void ofADeadProcess_isRemoved() throws Exception {
        ServerDirectory dead = leftBy(dead());
        ServerDirectory.removeThoseOfTheDead(parent);
        assertThat(dead.path()).doesNotExist();
    }

    @Test
    void ofALivingProcess_stays() throws Exception {
        ServerDirectory alive = leftBy(ProcessHandle.current());
        ServerDirectory.removeThoseOfTheDead(parent);
        assertThat(alive.memory()).exists();
    }

    /** The number of a process is used again. */
    @Test
    void ofAnotherProcessThatHadTheSameNumber_isRemoved() throws Exception {
        ServerDirectory dead = leftBy(ProcessHandle.current());
        Files.writeString(
                dead.path().resolve("process"), ProcessHandle.current().pid() + " 2001-01-01T00:00:00Z");
        ServerDirectory.removeThoseOfTheDead(parent);
        assertThat(dead.path()).doesNotExist();
    }

    /** It may be in a container, where its process has another number. */
    @Test
    void atWhichSomebodyListens_stays() throws Exception {
        ServerDirectory elsewhere = ServerDirectory.make(parent, dead());
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(elsewhere.socket()));
            ServerDirectory.removeThoseOfTheDead(parent);
            assertThat(elsewhere.socket()).exists();
        }
    }

    /** It is being made, or is nothing of ours. */
    @Test
    void thatSaysNotWhoseItIs_stays() throws Exception {
        Path fresh = Files.createDirectory(parent.resolve("lambdafs-fresh"));
        Path begun = Files.createDirectory(parent.resolve("lambdafs-begun"));
        Files.createFile(begun.resolve("process"));
        Path file = Files.createFile(parent.resolve("lambdafs-file"));
        ServerDirectory.removeThoseOfTheDead(parent);
        assertThat(fresh).exists();
        assertThat(begun).exists();
        assertThat(file).exists();
    }
}
