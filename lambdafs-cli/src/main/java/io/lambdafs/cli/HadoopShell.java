package io.lambdafs.cli;

import io.lambdafs.cli.process.ClassArchive;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.tour.ShellTrainingMain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hadoop's own command line programs, run as clients of a stack. */
final class HadoopShell {
    static final String FS_SHELL = "org.apache.hadoop.fs.FsShell";

    private static final String KIND = "hadoop";

    private final Distribution distribution;
    private final DataDirectory data;

    HadoopShell(Distribution distribution, DataDirectory data) {
        this.distribution = distribution;
        this.data = data;
    }

    /** Writes the file of options for {@code java @FILE}; says whether its class archive is still to be made. */
    boolean writeArguments() {
        Path file = data.hadoopArguments();
        try {
            Files.writeString(file, String.join("\n", quoted(arguments())));
        } catch (IOException e) {
            throw new CliException("cannot write " + file + " (" + e + ")", e);
        }
        return !classArchive().exists();
    }

    /** Makes the class archive by listing the root. */
    void train() {
        ClassArchive archive = classArchive();
        ProcessBuilder recording = new ProcessBuilder(trainingCommand(archive.fresh()));
        recording.environment().putAll(environment());
        archive.train(recording, data.log("training-shell"));
    }

    /** The variables of a program that may speak for any user, if the stack is in secure mode. */
    Map<String, String> environment() {
        return StackSecurity.serviceEnvironmentIn(data.root());
    }

    /** The command line of a program of this module that is a client; the shell's class archive does for it, too. */
    List<String> ownProgram(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(jvm(classArchive().use()));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return command;
    }

    /** For all stacks of this distribution; where it cannot be kept for them, for this one. */
    private ClassArchive classArchive() {
        ClassArchive common = distribution.classArchive(KIND, recordedClassPath());
        return common.exists() || common.canBeKept()
                ? common
                : new ClassArchive(
                        data.hadoopConfiguration().resolve(common.file().getFileName()));
    }

    /** No stack's configuration is in it, so that the archive does for all. */
    private String recordedClassPath() {
        return distribution.classPath(KIND) + File.pathSeparator + distribution.cliJar();
    }

    /**
     * What is recorded in the archive comes first. The configuration is there as a jar, because no class archive does for a class path with a
     * directory.
     */
    private String classPath() {
        return recordedClassPath() + File.pathSeparator + HadoopFiles.jar(data.hadoopConfiguration());
    }

    private List<String> trainingCommand(Path fresh) {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(jvm(ClassArchive.recordInto(fresh)));
        command.addAll(jvmSettings(recordedClassPath()));
        command.addAll(List.of(
                ShellTrainingMain.class.getName(), data.hadoopConfiguration().toString()));
        return command;
    }

    private List<String> arguments() {
        List<String> options = jvm(classArchive().use());
        options.addAll(jvmSettings(classPath()));
        return options;
    }

    private static List<String> jvmSettings(String classPath) {
        return List.of(
                "-Djava.net.preferIPv4Stack=true",
                // Otherwise it prints a stack trace for a native library that nobody needs.
                "-Dorg.slf4j.simpleLogger.log.org.apache.hadoop.crypto.OpensslCipher=error",
                "-cp",
                classPath);
    }

    private List<String> jvm(List<String> archiveOptions) {
        List<String> options = new ArrayList<>(distribution.smallJvm(512));
        options.addAll(archiveOptions);
        return options;
    }

    private static List<String> quoted(List<String> options) {
        return options.stream()
                .map(option -> '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .toList();
    }
}
