package io.lambdafs.faas.ipc;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The memory that programs and their server share: a header, the position of each handle, and slots. The C side is protocol.h. What
 * is read here was written by a program that may mean harm, so each value is read once and then checked.
 */
final class SharedMemory {
    static final long MAGIC = 0x4350495346464cL;
    static final int VERSION = 1;

    static final int IDLE = 0;
    static final int READY = 1;
    static final int DONE = 2;
    static final int ABANDONED = 3;

    private static final int HEADER_BYTES = 4096;
    private static final int SLOT_HEADER = 128;
    private static final int SLEEPING = 64;

    private static final int OWNER = 0;
    private static final int STATE = 4;
    private static final int WAITING = 8;
    private static final int OPERATION = 12;
    private static final int HANDLE = 16;
    private static final int HANDLE_2 = 24;
    private static final int A1 = 32;
    private static final int A2 = 40;
    private static final int A3 = 48;
    private static final int LENGTH = 56;
    private static final int LENGTH_2 = 60;
    private static final int RESULT = 64;
    private static final int ERROR = 72;
    private static final int REPLY_LENGTH = 76;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer buffer;
    private final int slots;
    private final int dataBytes;
    private final int handles;
    private final int firstSlot;

    private SharedMemory(ByteBuffer buffer, IpcSettings settings) {
        this.buffer = buffer;
        slots = settings.slots();
        dataBytes = settings.dataBytes();
        handles = settings.handles();
        firstSlot = firstSlot(settings);
    }

    static int firstSlot(IpcSettings settings) {
        return HEADER_BYTES + ((settings.handles() * 8 + 4095) & ~4095);
    }

    static long size(IpcSettings settings) {
        return firstSlot(settings) + (long) settings.slots() * (SLOT_HEADER + settings.dataBytes());
    }

    /** Makes the file, which only its owner can open. It must not be there yet. */
    static SharedMemory create(Path file, IpcSettings settings, long nonce) throws IOException {
        long size = size(settings);
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the shared memory would have " + size
                    + " bytes, more than 2 GiB: take fewer slots or less data in each");
        }
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            return over(mapped, settings, nonce);
        }
    }

    /** Over a direct buffer of zeros, of {@link #size}. */
    static SharedMemory over(ByteBuffer zeros, IpcSettings settings, long nonce) {
        zeros.order(ByteOrder.nativeOrder());
        writeHeader(zeros, settings, nonce);
        return new SharedMemory(zeros, settings);
    }

    private static void writeHeader(ByteBuffer to, IpcSettings settings, long nonce) {
        to.putInt(8, VERSION);
        to.putInt(12, settings.slots());
        to.putInt(16, settings.dataBytes());
        to.putInt(20, settings.handles());
        to.putInt(24, (int) (settings.spin().toNanos() / 1000));
        to.putInt(28, (int) settings.timeout().toMillis());
        to.putLong(32, nonce);
        LONG.setRelease(to, 0, MAGIC);
    }

    int slots() {
        return slots;
    }

    int dataBytes() {
        return dataBytes;
    }

    /** Says whether programs must wake the server through the socket. A full fence: what they wrote before is seen afterwards. */
    void setSleeping(boolean sleeping) {
        INT.setVolatile(buffer, SLEEPING, sleeping ? 1 : 0);
        VarHandle.fullFence();
    }

    long position(int handle) {
        return (long) LONG.getVolatile(buffer, at(handle));
    }

    void setPosition(int handle, long position) {
        LONG.setVolatile(buffer, at(handle), position);
    }

    private int at(int handle) {
        if (handle < 0 || handle >= handles) {
            throw new IndexOutOfBoundsException(handle);
        }
        return HEADER_BYTES + handle * 8;
    }

    private int slot(int number) {
        return firstSlot + number * (SLOT_HEADER + dataBytes);
    }

    int state(int slot) {
        return (int) INT.getAcquire(buffer, slot(slot) + STATE);
    }

    int owner(int slot) {
        return (int) INT.getAcquire(buffer, slot(slot) + OWNER);
    }

    /** The slot can be claimed again. */
    void free(int slot) {
        INT.setVolatile(buffer, slot(slot) + STATE, IDLE);
        INT.setVolatile(buffer, slot(slot) + OWNER, 0);
    }

    /** Copies what a program asks; its data go to the beginning of the array, of a slot's size, if their lengths allow. */
    IpcRequest request(int slot, byte[] data) {
        int base = slot(slot);
        RequestData request = new RequestData(data, buffer.getInt(base + LENGTH), buffer.getInt(base + LENGTH_2));
        if (request.hasSoundLengths()) {
            buffer.get(base + SLOT_HEADER, data, 0, request.length() + request.length2());
        }
        return new IpcRequest(
                buffer.getInt(base + OPERATION),
                buffer.getLong(base + HANDLE),
                buffer.getLong(base + HANDLE_2),
                buffer.getLong(base + A1),
                buffer.getLong(base + A2),
                buffer.getLong(base + A3),
                request);
    }

    /** Answers; returns whether the program sleeps, so that it must be woken. */
    boolean answer(int slot, long result, int error, byte[] data, int length) {
        int base = slot(slot);
        buffer.putLong(base + RESULT, result);
        buffer.putInt(base + ERROR, error);
        buffer.putInt(base + REPLY_LENGTH, length);
        buffer.put(base + SLOT_HEADER, data, 0, length);
        if (!INT.compareAndSet(buffer, base + STATE, READY, DONE)) {
            // The program gave up.
            free(slot);
            return false;
        }
        return (int) INT.getVolatile(buffer, base + WAITING) != 0
                && (int) INT.getAndSet(buffer, base + WAITING, 0) != 0;
    }
}
