package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.posix.PosixCalls;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program that writes whatever it likes into the shared memory gets errors, and the server goes on. */
@Timeout(60)
final class HostileRequestsTest {
    private static final long SEED = 20261127;
    private static final int REQUESTS = 20_000;
    private static final int REQUESTS_BESIDE_SCRIBBLING = 5_000;
    private static final int KILLED = 5;
    private static final int SLOT = 128 + 16384;
    private static final int HANDLES = 64;
    private static final int FIRST_SLOT = 4096 + 4096;
    private static final int EIO = 5;
    private static final IpcSettings SETTINGS =
            new IpcSettings(2, 16384, HANDLES, 4, Duration.ofNanos(20_000), Duration.ofSeconds(20));
    private static final String[] PATHS = {
        "a",
        "b/c",
        "/",
        ".",
        "..",
        "../../x",
        "b",
        "",
        "a\0b",
        "link",
        "x".repeat(300),
        "x/".repeat(2500),
        "/mnt/v/a",
        "////a//"
    };

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @EnumSource(Backend.class)
    void randomRequests_areAnswered_andNoneFailsTheServer(Backend backend) throws Exception {
        Path files = Files.createDirectory(scratch.resolve("files"));
        Path other = Files.writeString(scratch.resolve("x"), "outside");
        PosixCalls calls = backend.calls(files, Backend.MOUNT);
        try (IpcServer server = IpcServer.start(calls, Backend.MOUNT, SETTINGS);
                HostileProgram program = new HostileProgram(directory(server))) {
            Random random = new Random(SEED);
            for (int i = 0; i < REQUESTS; i++) {
                program.writeRandomRequest(random);
                int error = program.answer();
                assertThat(error)
                        .as("seed %d, request %d: an error of the server itself", SEED, i)
                        .isNotEqualTo(EIO);
            }
            assertThat(program.stat("/")).isZero();
        }
        assertThat(other).as("what is beside the volume").hasContent("outside");
    }

    @Test
    void memoryThatChangesWhileItIsRead_failsNothing() throws Exception {
        try (IpcServer server = IpcServer.start(volume(), Backend.MOUNT, SETTINGS);
                HostileProgram program = new HostileProgram(directory(server))) {
            AtomicBoolean done = new AtomicBoolean();
            Thread scribbling = new Thread(() -> program.scribble(new Random(SEED), done));
            scribbling.start();
            try {
                Random random = new Random(SEED + 1);
                for (int i = 0; i < REQUESTS_BESIDE_SCRIBBLING; i++) {
                    program.writeRandomRequest(random);
                    assertThat(program.answer())
                            .as("seed %d, request %d: an error of the server itself", SEED, i)
                            .isNotEqualTo(EIO);
                }
            } finally {
                done.set(true);
                scribbling.join();
            }
            assertThat(program.stat("/")).isZero();
        }
    }

    @Test
    void programsThatAreKilledWhileTheyWait_leaveTheOthersServed() throws Exception {
        // It looks for calls for so long that it answers before it sees that a program is gone.
        IpcSettings eager = new IpcSettings(2, 16384, HANDLES, 4, Duration.ofMillis(20), Duration.ofSeconds(20));
        try (IpcServer server = IpcServer.start(volume(), Backend.MOUNT, eager);
                HostileProgram other = new HostileProgram(directory(server))) {
            for (int i = 0; i < KILLED; i++) {
                HostileProgram killed = new HostileProgram(directory(server));
                assertThat(other.stat("/")).isZero();
                killed.close();
                killed.askForRoot();
                assertThat(other.statWhenFree("/")).isZero();
            }
        }
    }

    private PosixCalls volume() {
        return Backend.VOLUME.calls(scratch, Backend.MOUNT);
    }

    private static Path directory(IpcServer server) {
        return Path.of(server.environment().get("LAMBDAFS_IPC"));
    }

    /** Speaks the protocol without any care. */
    private static final class HostileProgram implements AutoCloseable {
        private final MappedByteBuffer memory;
        private final SocketChannel socket;
        private final int connection;

        HostileProgram(Path directory) throws IOException {
            try (FileChannel file =
                    FileChannel.open(directory.resolve("memory"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                memory = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size());
                memory.order(ByteOrder.nativeOrder());
            }
            socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.connect(UnixDomainSocketAddress.of(directory.resolve("socket")));
            ByteBuffer hello = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
            while (hello.hasRemaining()) {
                assertThat(socket.read(hello)).isPositive();
            }
            connection = hello.getInt(4);
        }

        void writeRandomRequest(Random random) {
            memory.putInt(FIRST_SLOT, connection);
            memory.putInt(FIRST_SLOT + 12, number(random, IpcOperation.count() + 2));
            memory.putLong(FIRST_SLOT + 16, random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(8));
            memory.putLong(FIRST_SLOT + 24, random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(3));
            for (int at = 32; at <= 48; at += 8) {
                memory.putLong(FIRST_SLOT + at, argument(random));
            }
            byte[] first = data(random);
            byte[] second = data(random);
            memory.put(FIRST_SLOT + 128, first);
            memory.put(FIRST_SLOT + 128 + first.length, second);
            boolean lies = random.nextInt(8) == 0;
            memory.putInt(FIRST_SLOT + 56, lies ? random.nextInt() : first.length);
            memory.putInt(FIRST_SLOT + 60, lies && random.nextBoolean() ? random.nextInt() : second.length);
            // Positions are the program's to write, too.
            memory.putLong(4096 + 8 * random.nextInt(HANDLES), argument(random));
            submit();
        }

        private static int number(Random random, int most) {
            return random.nextInt(50) == 0 ? random.nextInt() : random.nextInt(most);
        }

        private static long argument(Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> random.nextLong();
                case 1 -> -random.nextInt(3);
                case 2 -> random.nextInt(100_000);
                case 3 -> random.nextInt(02000);
                default -> random.nextInt(8);
            };
        }

        private static byte[] data(Random random) {
            if (random.nextInt(4) == 0) {
                byte[] bytes = new byte[random.nextInt(2000)];
                random.nextBytes(bytes);
                return bytes;
            }
            return PATHS[random.nextInt(PATHS.length)].getBytes(StandardCharsets.UTF_8);
        }

        private void submit() {
            memory.putInt(FIRST_SLOT + 8, 1);
            VarHandle.fullFence();
            memory.putInt(FIRST_SLOT + 4, SharedMemory.READY);
            VarHandle.fullFence();
        }

        int answer() throws IOException {
            socket.write(ByteBuffer.wrap(new byte[] {'W'}));
            ByteBuffer woken = ByteBuffer.allocate(1);
            assertThat(socket.read(woken)).as("the server is there").isEqualTo(1);
            assertThat(memory.getInt(FIRST_SLOT + 4)).isEqualTo(SharedMemory.DONE);
            assertThat(memory.getInt(FIRST_SLOT + 76)).isBetween(0, SLOT - 128);
            return memory.getInt(FIRST_SLOT + 72);
        }

        /** Writes anything to what the server reads of a request, and to the positions, until it is told to end. */
        void scribble(Random random, AtomicBoolean done) {
            while (!done.get()) {
                memory.putLong(FIRST_SLOT + 16 + 8 * random.nextInt(5), argument(random));
                memory.putInt(FIRST_SLOT + 12, number(random, IpcOperation.count() + 2));
                memory.putInt(FIRST_SLOT + 56 + 4 * random.nextInt(2), random.nextInt(random.nextInt(1, 20_000)));
                memory.put(FIRST_SLOT + 128 + random.nextInt(64), (byte) random.nextInt());
                memory.putLong(4096 + 8 * random.nextInt(HANDLES), argument(random));
            }
        }

        /** Asks without a wait for the answer. */
        void askForRoot() {
            writeStat("/");
            submit();
        }

        int statWhenFree(String path) throws IOException {
            // What another one has asked is answered or given up first: there is one slot for both.
            while (memory.getInt(FIRST_SLOT + 4) == SharedMemory.READY) {
                socket.write(ByteBuffer.wrap(new byte[] {'W'}));
                Thread.onSpinWait();
            }
            return stat(path);
        }

        int stat(String path) throws IOException {
            writeStat(path);
            submit();
            return answer();
        }

        private void writeStat(String path) {
            memory.putInt(FIRST_SLOT, connection);
            memory.putInt(FIRST_SLOT + 12, List.of(IpcOperation.values()).indexOf(IpcOperation.STAT) + 1);
            memory.putLong(FIRST_SLOT + 16, 0);
            memory.put(FIRST_SLOT + 128, path.getBytes(StandardCharsets.UTF_8));
            memory.putInt(FIRST_SLOT + 56, path.length());
            memory.putInt(FIRST_SLOT + 60, 0);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
