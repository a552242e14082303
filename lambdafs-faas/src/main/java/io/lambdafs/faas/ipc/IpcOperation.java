package io.lambdafs.faas.ipc;

import static io.lambdafs.faas.ipc.IpcRequest.bounded;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.TimeChange;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** What programs can ask, in the order of their numbers, which begin with 1; see enum lfs_op in protocol.h. */
enum IpcOperation {
    OPEN(PositionedContents::open),
    CLOSE(PositionedContents::close),
    READ(PositionedContents::read),
    WRITE(PositionedContents::write),
    SEEK(PositionedContents::seek),
    FSTAT((volume, request) -> {
        volume.reply().put(volume.calls().stat(volume.handle(request.handle())));
        return 0;
    }),
    STAT((volume, request) -> volume.onPath(request, isSet(request.a1()), at -> {
        volume.reply().put(volume.calls().stat(at, isSet(request.a1())));
        return 0;
    })),
    ACCESS((volume, request) ->
            onPath(volume, request, true, at -> volume.calls().access(at, bounded(request.a1(), 0, 7)))),
    FTRUNCATE((volume, request) -> {
        volume.calls().truncate(volume.handle(request.handle()), notNegative(request.a1()));
        return 0;
    }),
    TRUNCATE((volume, request) ->
            onPath(volume, request, true, at -> volume.calls().truncate(at, notNegative(request.a1())))),
    ALLOCATE((volume, request) -> {
        volume.calls().allocate(volume.handle(request.handle()), notNegative(request.a1()), request.a2());
        return 0;
    }),
    MKDIR((volume, request) ->
            onPath(volume, request, false, at -> volume.calls().mkdir(at, mode(request.a1())))),
    RMDIR((volume, request) -> onPath(volume, request, false, volume.calls()::rmdir)),
    UNLINK((volume, request) -> onPath(volume, request, false, volume.calls()::unlink)),
    RENAME((volume, request) -> {
        At from = volume.inside(request.handle(), request.first());
        volume.calls().rename(from, volume.inside(request.handle2(), request.second()), isSet(request.a1()));
        return 0;
    }),
    LINK((volume, request) -> {
        At from = volume.inside(request.handle(), request.first());
        volume.calls().link(from, volume.inside(request.handle2(), request.second()), isSet(request.a1()));
        return 0;
    }),
    SYMLINK((volume, request) ->
            onPath(volume, request, false, at -> volume.calls().symlink(request.second(), at))),
    READLINK((volume, request) -> onPath(
            volume, request, false, at -> volume.reply().put(volume.calls().readlink(at)))),
    FCHMOD((volume, request) -> {
        volume.calls().chmod(volume.handle(request.handle()), mode(request.a1()));
        return 0;
    }),
    CHMOD((volume, request) -> onPath(
            volume,
            request,
            isSet(request.a1()),
            at -> volume.calls().chmod(at, isSet(request.a1()), mode(request.a2())))),
    FCHOWN((volume, request) -> {
        volume.calls().chown(volume.handle(request.handle()), (int) request.a1(), (int) request.a2());
        return 0;
    }),
    CHOWN((volume, request) -> onPath(
            volume,
            request,
            isSet(request.a1()),
            at -> volume.calls().chown(at, isSet(request.a1()), (int) request.a2(), (int) request.a3()))),
    FUTIME((volume, request) -> {
        volume.calls().setModified(volume.handle(request.handle()), time(request.a1(), request.a2()));
        return 0;
    }),
    UTIME((volume, request) -> onPath(
            volume,
            request,
            isSet(request.a1()),
            at -> volume.calls().setModified(at, isSet(request.a1()), time(request.a2(), request.a3())))),
    LIST(PositionedContents::list),
    PATH((volume, request) -> {
        volume.reply().put(volume.calls().path(volume.handle(request.handle())));
        return 0;
    }),
    FORK(Processes::fork),
    KEEP(Processes::keep),
    GETFL((volume, request) ->
            volume.files().flags(volume.file(request.handle())) & (OpenFlags.ACCESS_MODE | OpenFlags.APPEND)),
    SETFL((volume, request) -> {
        int file = volume.file(request.handle());
        int kept = volume.files().flags(file) & ~OpenFlags.APPEND;
        volume.files().setFlags(file, kept | (int) (request.a1() & OpenFlags.APPEND));
        return 0;
    }),
    REALPATH((volume, request) -> {
        At at = volume.at(request.handle(), request.first());
        At end = new At(At.ROOT, volume.end(at, true).path());
        volume.calls().stat(at, true);
        volume.reply().put(volume.walk().around(end.path()));
        return 0;
    }),
    LOCK(Locks::lock);

    /** What the server does for a program; the result is a number of at least 0, and the reply may have data. */
    @FunctionalInterface
    interface Action {
        long run(ServedVolume volume, IpcRequest request);
    }

    private static final IpcOperation[] ALL = values();

    private final Action action;

    IpcOperation(Action action) {
        this.action = action;
    }

    static Optional<IpcOperation> numbered(int number) {
        return number < 1 || number > ALL.length ? Optional.empty() : Optional.of(ALL[number - 1]);
    }

    static int count() {
        return Arrays.asList(ALL).size();
    }

    long run(ServedVolume volume, IpcRequest request) {
        return action.run(volume, request);
    }

    private static long onPath(ServedVolume volume, IpcRequest request, boolean follow, Consumer<At> call) {
        return volume.onPath(request, follow, at -> {
            call.accept(at);
            return 0;
        });
    }

    private static boolean isSet(long argument) {
        return argument != 0;
    }

    private static int mode(long argument) {
        return bounded(argument, 0, 07777);
    }

    private static long notNegative(long argument) {
        return argument < 0 ? bounded(argument, 0, 0) : argument;
    }

    private static TimeChange time(long kind, long nanos) {
        return kind == 1 ? TimeChange.NOW : new TimeChange(false, nanos);
    }
}
