package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;

/** The operations by which open files go from process to process. */
final class Processes {
    private Processes() {}

    /** The connection of a child that is about to be made gets the files of its parent. */
    static long fork(ServedVolume volume, IpcRequest request) {
        Connection child = volume.connections()
                .numbered(request.a1())
                .filter(Connection::holdsNothing)
                .orElseThrow(() -> new PosixException(Errno.EINVAL, "connection " + request.a1()));
        BitSet held = volume.held();
        for (int file = held.nextSetBit(0); file >= 0; file = held.nextSetBit(file + 1)) {
            volume.files().hold(child.held(), file);
        }
        return 0;
    }

    /** A program that was executed says which files it has; exec has closed the others. */
    static long keep(ServedVolume volume, IpcRequest request) {
        ByteBuffer numbers = ByteBuffer.wrap(
                        request.data().bytes(), 0, request.data().length())
                .order(ByteOrder.nativeOrder());
        BitSet kept = new BitSet();
        while (numbers.remaining() >= Integer.BYTES) {
            int number = numbers.getInt();
            if (volume.files().hold(volume.held(), number)) {
                kept.set(number);
            }
        }
        BitSet closed = (BitSet) volume.held().clone();
        closed.andNot(kept);
        closed.stream().forEach(file -> drop(volume, volume.held(), file));
        return kept.cardinality();
    }

    /** A process is gone. */
    static void end(ServedVolume volume, BitSet held) {
        ((BitSet) held.clone()).stream().forEach(file -> drop(volume, held, file));
    }

    /** A process lets go of a file. */
    static void drop(ServedVolume volume, BitSet held, int file) {
        long handle = volume.files().handle(file);
        if (volume.files().drop(held, file)) {
            volume.locks().released(file);
            volume.calls().release(handle);
        }
    }
}
