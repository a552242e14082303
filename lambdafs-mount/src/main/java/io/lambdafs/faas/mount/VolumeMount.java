package io.lambdafs.faas.mount;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import ru.serce.jnrfuse.FuseStubFS;

/**
 * A volume that is mounted at a directory of this machine. It needs Linux with FUSE and version 2 of its library.
 *
 * <p>What one program writes into a file others see when it is closed or synchronised: that is a transaction. A call that changes names or
 * attributes is one of its own. Nothing of the volume is in the kernel's caches, so each call sees what was committed before it.
 */
public final class VolumeMount implements AutoCloseable {
    private static final Path DEVICE = Path.of("/dev/fuse");

    private static final Duration LONGEST_MOUNT = Duration.ofSeconds(30);

    private final FuseCalls calls;
    private final Path directory;
    private final CompletableFuture<Void> ended;

    private VolumeMount(FuseCalls calls, Path directory, CompletableFuture<Void> ended) {
        this.calls = requireNonNull(calls, "calls");
        this.directory = requireNonNull(directory, "directory");
        this.ended = requireNonNull(ended, "ended");
    }

    /** Why nothing can be mounted on this machine; empty if it can. */
    public static Optional<String> obstacle() {
        if (!Files.exists(DEVICE)) {
            return Optional.of(
                    "this machine has no " + DEVICE + ": load the kernel's module 'fuse', and in a container start it"
                            + " with '--device /dev/fuse --cap-add SYS_ADMIN'");
        }
        try {
            FuseStubFS unused = new FuseStubFS();
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.of(
                    "libfuse.so.2 is not installed: install the package 'libfuse2' (Debian, Ubuntu) or 'fuse-libs'"
                            + " (Fedora), and 'fuse'");
        }
    }

    /**
     * Mounts a volume.
     *
     * @param name what the kernel's table of mounts calls it
     * @param directory exists, and should have nothing
     * @param readOnly whether nothing can be changed through it
     * @param others whether users besides that of this process may use it, as the modes of its files say
     */
    public static VolumeMount mount(VolumeOpener opener, String name, Path directory, boolean readOnly, boolean others)
            throws IOException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + " is not a directory: make it first");
        }
        CompletableFuture<Void> mounted = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        FuseCalls calls = new FuseCalls(new MountedVolume(opener, new Random()), () -> mounted.complete(null));
        Thread loop = new Thread(
                () -> {
                    try {
                        calls.mount(directory, true, false, options(name, readOnly, others));
                        ended.complete(null);
                    } catch (RuntimeException e) {
                        ended.completeExceptionally(e);
                    }
                },
                "fuse");
        loop.setDaemon(true);
        loop.start();
        try {
            Object unused =
                    CompletableFuture.anyOf(mounted, ended).get(LONGEST_MOUNT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw failure(directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(directory, e);
        }
        return new VolumeMount(calls, directory, ended);
    }

    private static IOException failure(Path directory, Exception cause) {
        return new IOException(
                "the volume cannot be mounted at " + directory
                        + ": nothing may be mounted there yet, and users besides root" + " need 'fusermount' ("
                        + cause.getMessage() + ")",
                cause);
    }

    private static String[] options(String name, boolean readOnly, boolean others) {
        List<String> options = new ArrayList<>(List.of(
                "fsname=" + name.replace(",", "\\,"),
                "subtype=lambdafs",
                "direct_io",
                "attr_timeout=0",
                "entry_timeout=0",
                "negative_timeout=0",
                "default_permissions",
                "use_ino",
                "atomic_o_trunc",
                "big_writes"));
        if (readOnly) {
            options.add("ro");
        }
        if (others) {
            options.add("allow_other");
        }
        return new String[] {"-o", String.join(",", options)};
    }

    /** Where it is mounted. */
    public Path directory() {
        return directory;
    }

    /** Waits until the volume is not mounted any more. This process or another one may have taken the mount away. */
    public void awaitEnd() throws InterruptedException {
        try {
            Object unused = ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the mount at " + directory + " has failed", e);
        }
    }

    /** Takes the mount away. What is open in it is not flushed: its programs get errors. */
    @Override
    public synchronized void close() {
        if (!ended.isDone()) {
            calls.umount();
        }
    }
}
