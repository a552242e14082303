package io.lambdafs.store.rocks.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** An input as steps: each is a byte that says of which kind it is, two with its length, and its bytes. */
final class FuzzSteps {
    /** What a step does. */
    enum Kind {
        REQUEST,
        TELL,
        /** Some time passes; the first byte says how long. */
        TIME,
        /** Writes take until the next step of this kind. */
        SLOW_DISK,
        /** The engine crashes; the first byte says whether what was being written is durable. */
        CRASH,
        DISCONNECT
    }

    private static final List<Kind> KINDS = List.of(Kind.values());

    /* Most bytes stand for a request, so that most steps are some. */
    private static final int OTHERS = 16;

    /** One step. */
    static final class Step {
        private final Kind kind;
        private final byte[] bytes;

        Step(Kind kind, byte[] bytes) {
            this.kind = kind;
            this.bytes = bytes;
        }

        Kind kind() {
            return kind;
        }

        byte[] bytes() {
            return bytes;
        }

        int first() {
            return bytes.length == 0 ? 0 : bytes[0] & 0xff;
        }
    }

    private final ByteBuffer input;

    FuzzSteps(byte[] input) {
        this.input = ByteBuffer.wrap(input);
    }

    boolean hasNext() {
        return input.hasRemaining();
    }

    Step next() {
        int number = input.get() & 0xff;
        int length = input.remaining() < Short.BYTES ? input.remaining() : input.getShort() & 0xffff;
        byte[] bytes = new byte[Math.min(length, input.remaining())];
        input.get(bytes);
        return new Step(number < OTHERS ? KINDS.get(number % KINDS.size()) : Kind.REQUEST, bytes);
    }

    /** The bytes that stand for a step; longer ones than fit are cut. */
    static byte[] bytes(Kind kind, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = Math.min(bytes.length, 0xffff);
        out.write(KINDS.indexOf(kind));
        out.write(length >> 8);
        out.write(length);
        out.writeBytes(Arrays.copyOf(bytes, length));
        return out.toByteArray();
    }
}
