package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.PosixException;
import java.util.BitSet;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of the shared memory, in which programs ask, and what answers them. One thread uses it. Whatever is in the memory, no
 * method throws: a program that does harm gets errors, and the others are served.
 */
final class Slots {
    private static final Logger log = LoggerFactory.getLogger(Slots.class);
    private static final int OUTSIDE = -1;

    private final SharedMemory memory;
    private final Connections connections;
    private final ServedVolume volume;
    private final String mount;
    private final byte[] data;
    /** Set when another transaction begins; the thread that serves then forgets locks. */
    private volatile boolean locksOutdated;

    Slots(SharedMemory memory, Connections connections, ServedVolume volume, String mount) {
        this.memory = requireNonNull(memory, "memory");
        this.connections = requireNonNull(connections, "connections");
        this.volume = requireNonNull(volume, "volume");
        this.mount = requireNonNull(mount, "mount");
        data = new byte[memory.dataBytes()];
    }

    /** Another transaction has begun. Any thread may say so. */
    void transactionBegun() {
        locksOutdated = true;
    }

    /** Answers all calls that wait for it; says whether there was one. */
    boolean answerAll() {
        boolean answered = false;
        for (int slot = 0; slot < memory.slots(); slot++) {
            int state = memory.state(slot);
            if (state == SharedMemory.READY) {
                answer(slot);
                answered = true;
            } else if (state == SharedMemory.ABANDONED) {
                memory.free(slot);
            }
        }
        return answered;
    }

    private void answer(int slot) {
        Optional<Connection> asking = connections.numbered(memory.owner(slot));
        if (asking.isEmpty()) {
            memory.free(slot);
            return;
        }
        IpcReply reply = volume.reply();
        volume.setAsking(asking.get());
        reply.setLength(0);
        long result = 0;
        int error = 0;
        try {
            result = run(memory.request(slot, data));
        } catch (PosixException e) {
            error = e.errno().number();
            reply.setLength(0);
        } catch (OutsideException e) {
            error = OUTSIDE;
            reply.setLength(0);
            reply.put(e.path());
        } catch (RuntimeException e) {
            log.atError()
                    .setCause(e)
                    .setMessage("a call on a function's files failed")
                    .addKeyValue("mount", mount)
                    .log();
            error = Errno.EIO.number();
            reply.setLength(0);
        }
        if (memory.answer(slot, result, error, reply.bytes(), reply.length())) {
            asking.get().wake();
        }
    }

    private long run(IpcRequest request) {
        if (locksOutdated) {
            locksOutdated = false;
            volume.locks().clear();
        }
        if (!request.data().hasSoundLengths()) {
            throw new PosixException(Errno.EINVAL, "a request's lengths");
        }
        return IpcOperation.numbered(request.operation())
                .orElseThrow(() -> new PosixException(Errno.ENOSYS, "operation " + request.operation()))
                .run(volume, request);
    }

    /** A process is gone. */
    void ended(Connection connection) {
        BitSet held = connection.held();
        try {
            volume.locks().ended(connection.number());
            Processes.end(volume, held);
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .setMessage("files of an ended process were not closed")
                    .addKeyValue("mount", mount)
                    .log();
        }
        for (int slot = 0; slot < memory.slots(); slot++) {
            if (memory.owner(slot) == connection.number()) {
                memory.free(slot);
            }
        }
    }
}
