package io.lambdafs.faas.ipc;

import io.lambdafs.store.volume.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/** The shared memory as a program that does harm sees it. */
final class FuzzedMemory {
    static final int HEADER = 128;
    static final int OPERATION = 12;
    private static final int RESULTS = 64;
    private static final int ERROR = 72;
    private static final int REPLY_LENGTH = 76;

    /** What is written while the server is at work. */
    private record Write(int at, ByteString bytes) {}

    private final IpcSettings settings;
    private final ByteBuffer bytes;
    private final Deque<Write> later = new ArrayDeque<>();

    /** Takes a buffer that may have anything. */
    FuzzedMemory(ByteBuffer buffer, IpcSettings settings) {
        this.settings = settings;
        bytes = buffer.duplicate().order(ByteOrder.nativeOrder());
        bytes.put(0, new byte[bytes.capacity()]);
    }

    int firstSlot() {
        return SharedMemory.firstSlot(settings);
    }

    private int slot(int slot) {
        return firstSlot() + slot * (HEADER + settings.dataBytes());
    }

    /** A call, as the bytes from its operation on; what is longer than the header's part for requests are its data. */
    void ask(int slot, int owner, byte[] call) {
        int base = slot(slot);
        int numbers = Math.min(call.length, RESULTS - OPERATION);
        bytes.putInt(base, owner);
        bytes.put(base + OPERATION, call, 0, numbers);
        bytes.put(base + HEADER, call, numbers, Math.min(call.length - numbers, settings.dataBytes()));
        bytes.putInt(base + 8, 1);
        bytes.putInt(base + 4, SharedMemory.READY);
    }

    void write(int at, byte[] some) {
        int start = Math.floorMod(at, bytes.capacity());
        bytes.put(start, some, 0, Math.min(some.length, bytes.capacity() - start));
    }

    /** Writes while the server is at work. */
    void writeLater(int at, byte[] some) {
        later.add(new Write(at, ByteString.owning(some)));
    }

    /** One of the writes for later, if there is one. It leaves the answers in the slots as they are, for the test to see. */
    void goOn() {
        Write next = later.poll();
        if (next != null) {
            byte[][] answers = new byte[settings.slots()][HEADER - RESULTS];
            for (int slot = 0; slot < answers.length; slot++) {
                bytes.get(slot(slot) + RESULTS, answers[slot]);
            }
            write(next.at(), next.bytes().array());
            for (int slot = 0; slot < answers.length; slot++) {
                bytes.put(slot(slot) + RESULTS, answers[slot]);
            }
        }
    }

    /** Nothing more is written later. */
    void rest() {
        later.clear();
    }

    boolean isReady(int slot) {
        return bytes.getInt(slot(slot) + 4) == SharedMemory.READY;
    }

    boolean isAnswered(int slot) {
        return bytes.getInt(slot(slot) + 4) == SharedMemory.DONE;
    }

    int error(int slot) {
        return bytes.getInt(slot(slot) + ERROR);
    }

    int replyLength(int slot) {
        return bytes.getInt(slot(slot) + REPLY_LENGTH);
    }
}
