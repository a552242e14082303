package io.lambdafs.faas.ipc;

import io.lambdafs.faas.ipc.HostileProgramsFuzz.Step;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.testkit.fuzz.FuzzContract;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Runs {@link HostileProgramsFuzz}. */
final class HostileProgramsFuzzTest extends FuzzContract {
    private static final byte[] NOTHING = {};

    @Override
    protected Class<?> target() {
        return HostileProgramsFuzz.class;
    }

    @Override
    protected void run(byte[] input) {
        HostileProgramsFuzz.fuzzerTestOneInput(input);
    }

    @Override
    protected int randomInputs() {
        return 1_000;
    }

    @Override
    protected List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (IpcOperation operation : IpcOperation.values()) {
            seeds.add(onAnOpenFile(operation));
        }
        seeds.add(twoPrograms());
        seeds.add(changesMeanwhile());
        seeds.add(killedWhileItWaits());
        return seeds;
    }

    private static byte[] onAnOpenFile(IpcOperation operation) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(open("a", 2));
        out.writeBytes(call(HostileProgramsFuzz.call(operation, 1, 1, 2, "a")));
        out.writeBytes(call(HostileProgramsFuzz.call(operation, 0, 0, 1, "b/../../v/link")));
        return out.toByteArray();
    }

    private static byte[] open(String path, int flags) {
        return call(HostileProgramsFuzz.call(IpcOperation.OPEN, 0, flags, 0600, path));
    }

    private static byte[] call(byte[] bytes) {
        return HostileProgramsFuzz.step(Step.CALL, 1, bytes);
    }

    private static byte[] twoPrograms() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(open("b/new", OpenFlags.CREAT | 2));
        out.writeBytes(call(HostileProgramsFuzz.call(IpcOperation.LOCK, 1, 2, 0, "")));
        out.writeBytes(HostileProgramsFuzz.step(Step.CONNECT, 1, NOTHING));
        out.writeBytes(call(HostileProgramsFuzz.call(IpcOperation.FORK, 0, 2, 0, "")));
        out.writeBytes(
                HostileProgramsFuzz.step(Step.CALL, 2, HostileProgramsFuzz.call(IpcOperation.LOCK, 1, 6, 0, "")));
        out.writeBytes(HostileProgramsFuzz.step(Step.TRANSACTION, 0, NOTHING));
        out.writeBytes(HostileProgramsFuzz.step(
                Step.CALL, 6, HostileProgramsFuzz.call(IpcOperation.KEEP, 0, 0, 0, "\1\0\0\0")));
        out.writeBytes(HostileProgramsFuzz.step(Step.WAKE, 1, new byte[300]));
        out.writeBytes(HostileProgramsFuzz.step(Step.DISCONNECT, 0, NOTHING));
        out.writeBytes(HostileProgramsFuzz.step(Step.CONNECT, 0, NOTHING));
        return out.toByteArray();
    }

    private static byte[] killedWhileItWaits() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(HostileProgramsFuzz.step(
                Step.CALL, 1 | HostileProgramsFuzz.NOT_YET, HostileProgramsFuzz.call(IpcOperation.STAT, 0, 0, 0, "a")));
        out.writeBytes(HostileProgramsFuzz.step(Step.DISCONNECT, 0, NOTHING));
        return out.toByteArray();
    }

    private static byte[] changesMeanwhile() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(open("a", 2));
        for (int at = 0; at < 128; at += 4) {
            out.writeBytes(
                    HostileProgramsFuzz.step(Step.WRITE_LATER, 0, new byte[] {(byte) 0x80, (byte) at, -1, -1, -1, -1}));
            out.writeBytes(call(HostileProgramsFuzz.call(IpcOperation.WRITE, 1, -1, 2, "some bytes")));
            out.writeBytes(call(HostileProgramsFuzz.call(IpcOperation.READ, 1, 0, 100, "")));
        }
        return out.toByteArray();
    }
}
