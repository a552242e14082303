package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.TestVolume;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Plays programs of one function that write anything into the memory that they share with their server, also while it is at work.
 * The server must not fail, must give back all that they had when they are gone, and must serve the next one; the files and the
 * transaction of another function stay as they are. The server's own parts run in the caller's thread, over real sockets.
 */
public final class HostileProgramsFuzz {
    static final IpcSettings SETTINGS =
            new IpcSettings(2, 16384, 16, 3, Duration.ofNanos(20_000), Duration.ofSeconds(20));

    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect((int) SharedMemory.size(SETTINGS));
    private static final List<Step> STEPS = List.of(Step.values());
    private static final int MOST_STEPS = 200;
    private static final int MOST_WAKE_BYTES = 600;
    private static final int MOST_LOOKS = 1000;
    /** Among the bits of a step's second byte: the server gets its turn only after the next step. */
    static final int NOT_YET = 0x80;

    private static final byte[] PRIVATE = "what the other function has".getBytes(StandardCharsets.UTF_8);

    private final TestVolume volume = new TestVolume(4096);
    private final FuzzedMemory memory = new FuzzedMemory(MEMORY, SETTINGS);
    private final FuzzedCalls files;
    private final VolumeFiles other = volume.instance(CacheUpdate.LAZY);
    private final OpenFiles numbers = new OpenFiles(SETTINGS.handles());
    private final SocketChannel[] programs = new SocketChannel[SETTINGS.connections()];
    private final Path socket;
    private final Connections connections;
    private final ServedVolume served;
    private final Slots slots;
    private long othersFile;

    /** What a step does. */
    enum Step {
        CALL,
        WRITE,
        WRITE_LATER,
        CONNECT,
        DISCONNECT,
        WAKE,
        TRANSACTION
    }

    private HostileProgramsFuzz(Path socket) throws IOException {
        this.socket = socket;
        VolumeFiles mine = volume.instance(CacheUpdate.LAZY);
        begin(mine);
        files = new FuzzedCalls(mine, memory::goOn);
        connections = Connections.listen(socket, Files.getOwner(socket.getParent()), SETTINGS.connections());
        SharedMemory shared = SharedMemory.over(MEMORY.duplicate(), SETTINGS, 1);
        served = new ServedVolume(files.calls(), numbers, shared, Backend.MOUNT, connections);
        slots = new Slots(shared, connections, served, Backend.MOUNT);
    }

    /** Called with any bytes. */
    public static void fuzzerTestOneInput(byte[] input) {
        try {
            Path directory = Files.createTempDirectory("fuzz");
            Path socket = directory.resolve("socket");
            try {
                HostileProgramsFuzz played = new HostileProgramsFuzz(socket);
                try (played.connections) {
                    played.play(ByteBuffer.wrap(input));
                }
            } finally {
                Files.deleteIfExists(socket);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void begin(VolumeFiles mine) {
        other.begin();
        othersFile = other.open(path("other"), OpenFlags.CREAT | 2, 0600);
        other.writeAt(othersFile, 0, PRIVATE, 0, PRIVATE.length);
        mine.begin();
        mine.release(mine.open(path("a"), OpenFlags.CREAT, 0600));
        mine.mkdir(path("b"), 0700);
        mine.symlink(ByteString.of("../mnt/v/a"), path("link"));
        mine.symlink(ByteString.of("loop"), path("loop"));
    }

    private static At path(String path) {
        return new At(At.ROOT, ByteString.of(path));
    }

    private void play(ByteBuffer input) throws IOException {
        connect(0);
        serve();
        for (int i = 0; i < MOST_STEPS && input.remaining() > 3; i++) {
            Step step = STEPS.get((input.get() & 0xff) % STEPS.size());
            int which = input.get() & 0xff;
            byte[] bytes = new byte[Math.min(input.getShort() & 0xffff, input.remaining())];
            input.get(bytes);
            take(step, which, bytes);
            if ((which & NOT_YET) == 0) {
                serve();
            }
        }
        for (int i = 0; i < programs.length; i++) {
            disconnect(i);
        }
        // The end comes after all the bytes that programs have sent, of which the server takes some at a time.
        for (int looks = 0; looks < MOST_LOOKS && isAnybodyThere(); looks++) {
            serve();
        }
        serve();
        requireAllIsGivenBack();
        requireOthersAreServed();
    }

    private boolean isAnybodyThere() {
        for (int number = 1; number <= SETTINGS.connections(); number++) {
            if (connections.numbered(number).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void take(Step step, int which, byte[] bytes) throws IOException {
        int program = which % programs.length;
        switch (step) {
            case CALL -> memory.ask(which / 4 % SETTINGS.slots(), which % (programs.length + 1), bytes);
            case WRITE -> memory.write(place(bytes), bytes);
            case WRITE_LATER -> memory.writeLater(place(bytes), bytes);
            case CONNECT -> connect(program);
            case DISCONNECT -> disconnect(program);
            case WAKE -> wake(program, bytes);
            case TRANSACTION -> slots.transactionBegun();
            default -> throw new AssertionError(step);
        }
    }

    /* The memory's first part and the slots' headers are where most harm can be done. */
    private int place(byte[] bytes) {
        int at = bytes.length < Short.BYTES ? 0 : ByteBuffer.wrap(bytes).getShort() & 0xffff;
        return at < 0x8000
                ? at
                : memory.firstSlot() + (at & 0xff) + ((at & 0x100) == 0 ? 0 : 128 + SETTINGS.dataBytes());
    }

    private void connect(int program) throws IOException {
        if (programs[program] == null) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            programs[program] = channel;
        }
    }

    private void disconnect(int program) throws IOException {
        SocketChannel channel = programs[program];
        if (channel != null) {
            programs[program] = null;
            channel.close();
        }
    }

    private void wake(int program, byte[] bytes) throws IOException {
        SocketChannel channel = programs[program];
        if (channel != null) {
            channel.configureBlocking(false);
            try {
                channel.write(ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, MOST_WAKE_BYTES)));
            } catch (IOException e) {
                // The server has hung up.
                disconnect(program);
            }
        }
    }

    private void serve() throws IOException {
        BitSet ready = new BitSet();
        for (int slot = 0; slot < SETTINGS.slots(); slot++) {
            ready.set(slot, memory.isReady(slot));
        }
        slots.answerAll();
        for (int slot = 0; slot < SETTINGS.slots(); slot++) {
            if (ready.get(slot) && memory.isAnswered(slot)) {
                require(memory.error(slot) != Errno.EIO.number(), "a call failed in the server");
                int length = memory.replyLength(slot);
                require(length >= 0 && length <= SETTINGS.dataBytes(), "a reply has " + length + " bytes");
            }
        }
        connections.look(0, slots::ended);
        require(files.open() < SETTINGS.handles(), files.open() + " handles are open");
    }

    private void requireAllIsGivenBack() {
        require(files.open() == 0, files.open() + " handles are open although no program is there");
        require(served.locks().isEmpty(), "something is locked although no program is there");
        int free = 0;
        BitSet held = new BitSet();
        while (!numbers.isFull()) {
            numbers.add(held, 0, 0);
            free++;
        }
        require(free == SETTINGS.handles() - 1, free + " numbers of files are free");
        for (int number = held.nextSetBit(0); number >= 0; number = held.nextSetBit(number + 1)) {
            numbers.drop(held, number);
        }
    }

    private void requireOthersAreServed() throws IOException {
        byte[] found = new byte[PRIVATE.length];
        int length = other.readAt(othersFile, 0, found, 0, found.length);
        require(length == PRIVATE.length && Arrays.equals(found, PRIVATE), "another function's file has changed");
        require(other.commit() instanceof VolumeFiles.End.Committed, "another function's transaction has lost");
        memory.rest();
        connect(0);
        connections.look(0, slots::ended);
        ByteBuffer hello = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        require(programs[0].read(hello) == hello.capacity(), "a program is not greeted");
        memory.ask(0, hello.getInt(4), call(IpcOperation.STAT, 0, 0, 0, "/"));
        slots.answerAll();
        require(memory.isAnswered(0) && memory.error(0) == 0, "a program is not served: error " + memory.error(0));
        disconnect(0);
    }

    /** The bytes of a call, with a path as its data. */
    static byte[] call(IpcOperation operation, long handle, long a1, long a2, String data) {
        byte[] text = data.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(52 + text.length)
                .order(ByteOrder.nativeOrder())
                .putInt(List.of(IpcOperation.values()).indexOf(operation) + 1)
                .putLong(handle)
                .putLong(0)
                .putLong(a1)
                .putLong(a2)
                .putLong(1000)
                .putInt(text.length)
                .putInt(0)
                .put(text)
                .array();
    }

    /** The bytes of a step of an input. */
    static byte[] step(Step step, int which, byte[] bytes) {
        return ByteBuffer.allocate(4 + bytes.length)
                .put((byte) STEPS.indexOf(step))
                .put((byte) which)
                .putShort((short) bytes.length)
                .put(bytes)
                .array();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
