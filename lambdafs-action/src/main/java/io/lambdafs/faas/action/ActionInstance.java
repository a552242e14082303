package io.lambdafs.faas.action;

import io.lambdafs.container.InitRequest;
import io.lambdafs.faas.ipc.IpcServer;
import io.lambdafs.faas.ipc.IpcSettings;
import io.lambdafs.faas.ipc.Preload;
import io.lambdafs.faas.ipc.ProgramFile;
import io.lambdafs.faas.nio.FaasFileSystemProvider;
import io.lambdafs.faas.posix.VolumeFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An action that was initialised: its code, the function, and the way from there to the volume. */
final class ActionInstance implements AutoCloseable {
    private final ActionCode code;
    private final Guest guest;
    private final Optional<IpcServer> server;

    private ActionInstance(ActionCode code, Guest guest, Optional<IpcServer> server) {
        this.code = code;
        this.guest = guest;
        this.server = server;
    }

    /** Puts an action together, and does not start its function yet. */
    static ActionInstance of(
            InitRequest request, ActionSettings settings, VolumeFiles files, Map<String, String> environment)
            throws IOException {
        ActionKind kind = ActionKind.of(settings.kind());
        ActionCode code = ActionCode.of(request.code().orElse(""), request.binary());
        try {
            GuestOutput output = GuestOutput.in(code.directory());
            if (kind == ActionKind.JAVA) {
                Guest guest = new JavaGuest(code.jar(), request.main(), output);
                FaasFileSystemProvider.installed().mount(files);
                return new ActionInstance(code, guest, Optional.empty());
            }
            Preload library = Preload.build();
            IpcServer server = IpcServer.start(files, settings.mount(), IpcSettings.defaults());
            GuestEnvironment variables = GuestEnvironment.of(environment, request.environment(), library, server);
            try {
                return new ActionInstance(
                        code, processes(kind, code, request.main(), variables, output), Optional.of(server));
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            code.close();
            throw e;
        }
    }

    private static Guest processes(
            ActionKind kind, ActionCode code, String main, GuestEnvironment variables, GuestOutput output)
            throws IOException {
        if (kind == ActionKind.PYTHON) {
            Path python = program("python3", variables);
            Path file = code.file("__main__.py");
            List<String> command =
                    List.of(python.toString(), Launcher.into(code.directory()).toString(), file.toString(), main);
            return new LoopGuest(command, true, variables, code.unpacked(), output);
        }
        Path program = program(code.program().toString(), variables);
        return kind == ActionKind.NATIVE
                ? new ProgramGuest(program, code.unpacked(), variables, output)
                : new LoopGuest(List.of(program.toString()), false, variables, code.unpacked(), output);
    }

    /** A program that can see the volume. */
    private static Path program(String name, GuestEnvironment variables) throws IOException {
        ProgramFile file = ProgramFile.find(name, variables.path())
                .orElseThrow(() -> new GuestException("There is no program " + name + ": install it."));
        Optional<String> refusal = file.refusal();
        if (refusal.isPresent()) {
            throw new GuestException(refusal.get());
        }
        return file.path();
    }

    Guest guest() {
        return guest;
    }

    /** Another transaction has begun. */
    void transactionBegun() {
        server.ifPresent(IpcServer::transactionBegun);
    }

    @Override
    public void close() throws IOException {
        guest.close();
        if (server.isPresent()) {
            server.get().close();
        }
        code.close();
    }
}
