package io.lambdafs.faas.ipc;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory in which programs find a server: its shared memory, its socket, and which process it is. A server that is killed leaves
 * its own behind; the next one of the same user removes it.
 */
record ServerDirectory(Path path) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ServerDirectory.class);
    private static final String PREFIX = "lambdafs-";
    private static final String PROCESS = "process";

    /** A directory of this process. */
    static ServerDirectory make() throws IOException {
        Path parent = parent();
        removeThoseOfTheDead(parent);
        return make(parent, ProcessHandle.current());
    }

    static ServerDirectory make(Path parent, ProcessHandle process) throws IOException {
        ServerDirectory made = new ServerDirectory(Files.createTempDirectory(
                parent, PREFIX, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
        // First of all: as long as it is not there, nobody takes the directory for one of a dead server.
        Files.writeString(made.path.resolve(PROCESS), process.pid() + " " + startOf(process));
        return made;
    }

    /** A file system in memory, if there is one: the kernel would write other files to the disk again and again. */
    private static Path parent() {
        Path memory = Path.of("/dev/shm");
        return Files.isDirectory(memory) && Files.isWritable(memory)
                ? memory
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    Path memory() {
        return path.resolve("memory");
    }

    Path socket() {
        return path.resolve("socket");
    }

    /** Removes what servers of this user have left that are dead. What cannot be removed stays. */
    static void removeThoseOfTheDead(Path parent) {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : directories) {
                ServerDirectory found = new ServerDirectory(directory);
                if (found.isOfTheDead()) {
                    found.close();
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.atInfo()
                    .setCause(e)
                    .setMessage("what servers of files have left is not removed")
                    .addKeyValue("directory", parent)
                    .log();
        }
    }

    /**
     * Whether its server is surely dead. The process is gone, and nobody listens at the socket: in another container's namespace, a
     * server that lives has a number that means nothing here.
     */
    private boolean isOfTheDead() throws IOException {
        // Also refuses links, and directories of others, which could not be removed.
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(path)) {
            return false;
        }
        String[] process;
        try {
            process = Files.readString(path.resolve(PROCESS), StandardCharsets.UTF_8)
                    .split(" ", -1);
        } catch (NoSuchFileException e) {
            return false;
        }
        return process.length == 2 && !isAlive(process[0], process[1]) && !isListenedAt();
    }

    private static boolean isAlive(String pid, String start) {
        try {
            return ProcessHandle.of(Long.parseLong(pid))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> startOf(process).equals(start))
                    .isPresent();
        } catch (NumberFormatException e) {
            return true;
        }
    }

    private static String startOf(ProcessHandle process) {
        Optional<Instant> start = process.info().startInstant();
        return start.map(Instant::toString).orElse("");
    }

    private boolean isListenedAt() {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            return channel.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes it. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(memory());
        Files.deleteIfExists(socket());
        Files.deleteIfExists(path.resolve(PROCESS));
        Files.deleteIfExists(path);
    }
}
