package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * The files that programs have open, under the small numbers by which programs know them. Each process that has a file open holds its
 * number once, however many descriptors it has. Numbers are used again as late as possible.
 */
final class OpenFiles {
    private final long[] handles;
    private final int[] flags;
    private final int[] holders;
    private final Deque<Integer> free = new ArrayDeque<>();

    OpenFiles(int most) {
        handles = new long[most];
        flags = new int[most];
        holders = new int[most];
        for (int number = 1; number < most; number++) {
            free.add(number);
        }
    }

    boolean isFull() {
        return free.isEmpty();
    }

    /** A number for a handle, which the process holds. */
    int add(BitSet held, long handle, int openFlags) {
        int number = free.remove();
        handles[number] = handle;
        flags[number] = openFlags;
        holders[number] = 1;
        held.set(number);
        return number;
    }

    /** One more process holds the number; refused if nobody does. */
    boolean hold(BitSet held, long number) {
        if (number <= 0 || number >= handles.length || holders[(int) number] == 0) {
            return false;
        }
        if (!held.get((int) number)) {
            held.set((int) number);
            holders[(int) number]++;
        }
        return true;
    }

    /** The number, if the process holds it. */
    int require(BitSet held, long number) {
        if (number <= 0 || number >= handles.length || !held.get((int) number)) {
            throw new PosixException(Errno.EBADF, "file " + number);
        }
        return (int) number;
    }

    /** The process lets go of the number, which it holds; returns whether it was the last, so that the handle must be released. */
    boolean drop(BitSet held, int number) {
        held.clear(number);
        if (--holders[number] > 0) {
            return false;
        }
        free.add(number);
        return true;
    }

    long handle(int number) {
        return handles[number];
    }

    int flags(int number) {
        return flags[number];
    }

    void setFlags(int number, int openFlags) {
        flags[number] = openFlags;
    }
}
