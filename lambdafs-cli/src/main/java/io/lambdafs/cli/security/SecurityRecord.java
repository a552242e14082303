package io.lambdafs.cli.security;

import static java.util.Objects.requireNonNull;

import io.lambdafs.cli.process.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Sees to it that the store records the mode that a stack is started in: secure if it has a service key. */
public final class SecurityRecord {
    private final Path key;
    private final Path note;
    private final StoreTool tool;

    /** The program that changes the store. */
    @FunctionalInterface
    public interface StoreTool {
        /** Runs it with these arguments. */
        ToolRun run(String... arguments);
    }

    /**
     * The record of a stack.
     *
     * @param root the data directory
     */
    public SecurityRecord(Path root, StoreTool tool) {
        this.key = StackSecurity.serviceKey(root);
        this.note = key.resolveSibling("recorded");
        this.tool = requireNonNull(tool, "tool");
    }

    /**
     * Makes it so, unless an earlier start has; no process of the other mode may run.
     *
     * @param place which store it is
     * @throws IOException with a sentence for the user, if it cannot be done
     */
    public void require(StackSecurity security, String place) throws IOException {
        String wanted = place + "\n";
        if (security.secure()) {
            boolean noted = Files.exists(note) && Files.readString(note).equals(wanted);
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
    }

    private void run(String... arguments) throws IOException {
        ToolRun run = tool.run(arguments);
        if (!run.succeeded()) {
            throw new IOException("the store does not record the mode '" + arguments[0] + "': " + run.said());
        }
    }
}
