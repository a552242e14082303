package io.lambdafs.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the class archive of the command line itself. {@code bin/lambdafs} uses it as long as it is newer than the program; its name has no key,
 * because a shell script would need longer to reckon that than the archive saves. Java looks at the jars, and does without an archive that is not of
 * them.
 */
public final class CommandTraining {
    /** The name of the archive, which {@code bin/lambdafs} knows. */
    public static final String NAME = "cli-latest.jsa";

    private final ClassArchive archive;
    private final Path program;

    /**
     * For an archive that need not exist.
     *
     * @param program the jar that it must not be older than
     */
    public CommandTraining(ClassArchive archive, Path program) {
        this.archive = archive;
        this.program = program;
    }

    /** Whether there is an archive to be made, and a place for it. */
    public boolean isWanted() {
        try {
            boolean current = archive.exists()
                    && Files.getLastModifiedTime(archive.file()).compareTo(Files.getLastModifiedTime(program)) > 0;
            return !current && archive.canBeKept();
        } catch (IOException slower) {
            return false;
        }
    }

    /**
     * Makes it by running a command.
     *
     * @param command begins with Java
     * @param log gets what the command prints
     */
    public void run(List<String> command, Path log) {
        List<String> recording = new ArrayList<>(command);
        recording.addAll(1, ClassArchive.recordInto(archive.fresh()));
        archive.train(new ProcessBuilder(recording), log);
    }
}
