package io.lambdafs.cli.doctor;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.util.Optional;

/** Whether everything that runs is of the program that is installed, on a Java that it can use. */
final class VersionCheck implements Check {
    private static final int JAVA = 17;

    @Override
    public String name() {
        return "versions";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        int java = Runtime.version().feature();
        if (java < JAVA) {
            findings.error("Java is version " + java, "Install Java " + JAVA + " or later, or set JAVA_HOME to one.");
        } else {
            findings.ok("Java " + Runtime.version());
        }
        Optional<Instant> built = built();
        for (ExaminedStack.Part part : stack.parts()) {
            Optional<Instant> started = ProcessHandle.of(part.pid())
                    .flatMap(process -> process.info().startInstant());
            if (part.running()
                    && built.isPresent()
                    && started.isPresent()
                    && started.get().isBefore(built.get())) {
                findings.warning(
                        part.name() + " was started before the program was built that is installed now",
                        "Run 'lambdafs stop' and 'lambdafs start', so that all processes are of one version.");
            }
        }
    }

    /** When this program was built; empty if that is not known. */
    private static Optional<Instant> built() {
        try {
            CodeSource source = VersionCheck.class.getProtectionDomain().getCodeSource();
            return source == null
                    ? Optional.empty()
                    : Optional.of(Files.getLastModifiedTime(
                                    Path.of(source.getLocation().toURI()))
                            .toInstant());
        } catch (IOException | URISyntaxException unknown) {
            return Optional.empty();
        }
    }
}
