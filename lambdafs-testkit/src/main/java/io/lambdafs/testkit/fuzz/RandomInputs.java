package io.lambdafs.testkit.fuzz;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Inputs that are like some that are known to be of use, with a few things changed by chance. */
final class RandomInputs {
    private static final int MOST_CHANGES = 6;
    private static final int MOST_BYTES = 1 << 16;
    private static final long[] TELLING = {
        0,
        1,
        -1,
        2,
        127,
        128,
        255,
        4095,
        4096,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 62
    };

    private final List<byte[]> known;
    private final RandomGenerator random;

    RandomInputs(List<byte[]> known, RandomGenerator random) {
        this.known = List.copyOf(known);
        this.random = requireNonNull(random, "random");
    }

    byte[] next() {
        byte[] input = one();
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            input = changed(input);
        }
        return input.length > MOST_BYTES ? Arrays.copyOf(input, MOST_BYTES) : input;
    }

    private byte[] one() {
        return known.get(random.nextInt(known.size())).clone();
    }

    private byte[] changed(byte[] input) {
        if (input.length == 0) {
            return one();
        }
        int at = random.nextInt(input.length);
        switch (random.nextInt(7)) {
            case 0 -> input[at] = (byte) random.nextInt();
            case 1 -> input[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 2 -> overwrite(input, at, telling());
            case 3 -> {
                return joined(Arrays.copyOf(input, at), one());
            }
            case 4 -> {
                return joined(input, one());
            }
            case 5 -> {
                int to = at + Math.min(input.length - at, 1 + random.nextInt(16));
                return joined(Arrays.copyOf(input, at), Arrays.copyOfRange(input, to, input.length));
            }
            default -> {
                byte[] more = Arrays.copyOf(telling(), 1 + random.nextInt(Long.BYTES));
                return joined(joined(Arrays.copyOf(input, at), more), Arrays.copyOfRange(input, at, input.length));
            }
        }
        return input;
    }

    private byte[] telling() {
        long number = TELLING[random.nextInt(TELLING.length)];
        return random.nextBoolean()
                ? ByteBuffer.allocate(Long.BYTES).putLong(number).array()
                : ByteBuffer.allocate(Integer.BYTES).putInt((int) number).array();
    }

    private static void overwrite(byte[] input, int at, byte[] bytes) {
        System.arraycopy(bytes, 0, input, at, Math.min(bytes.length, input.length - at));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
