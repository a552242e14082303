package io.lambdafs.faas.ipc;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a command with a local directory as a volume: to try things by hand. Arguments: the directory, the mount, the command. */
final class ServeLocalMain {
    private ServeLocalMain() {}

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        try (IpcServer server = IpcServer.start(
                new LocalPosixCalls(Path.of(all.get(0)), all.get(1)), all.get(1), IpcSettings.defaults())) {
            ProcessBuilder program = new ProcessBuilder(all.subList(2, all.size())).inheritIO();
            Map<String, String> environment = program.environment();
            environment.putAll(Preload.build().environment(server, environment));
            System.exit(program.start().waitFor());
        }
    }
}
