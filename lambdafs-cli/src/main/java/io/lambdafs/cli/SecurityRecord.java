package io.lambdafs.cli;

import io.lambdafs.cli.process.ToolRun;
import io.lambdafs.cli.security.StackSecurity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Sees to it that the store records the mode that a stack is started in: secure if it has a service key. */
final class SecurityRecord {
    private static final String TOOL = "io.lambdafs.runtime.StoreToolMain";

    private final FunctionProgram function;
    private final DataDirectory data;

    SecurityRecord(FunctionProgram function, DataDirectory data) {
        this.function = function;
        this.data = data;
    }

    /** Makes it so, unless an earlier start has; no process of the other mode may run. */
    void require(StackConfig config) {
        Path key = StackSecurity.serviceKey(data.root());
        Path note = key.resolveSibling("recorded");
        String wanted = config.store() + " " + config.storeUser() + "\n";
        try {
            boolean noted = Files.exists(note) && Files.readString(note).equals(wanted);
            if (config.security().secure()) {
                if (!noted || !Files.exists(key)) {
                    Files.createDirectories(
                            key.getParent(),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                    run("secure", key.toString());
                    Files.writeString(note, wanted);
                }
            } else if (Files.exists(note)) {
                run("simple");
                Files.deleteIfExists(key);
                Files.delete(note);
            }
        } catch (IOException e) {
            throw new CliException("cannot use " + key.getParent() + " (" + e.getMessage() + ")", e);
        }
    }

    private void run(String... arguments) {
        List<String> command = new ArrayList<>(function.command(TOOL, arguments));
        ToolRun run = ToolRun.of(command, function.environment());
        if (!run.succeeded()) {
            throw new CliException("the store does not record the mode '" + arguments[0] + "': " + run.said());
        }
    }
}
