package io.lambdafs.cli.tour;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.fs.FsShell;

/**
 * Lists the root by Hadoop's shell, for a JVM that records the classes which that loads. The configuration is read from
 * a directory that is not on the class path. A class archive works only for class paths that begin with its own, and
 * each stack has a configuration of its own.
 */
public final class ShellTrainingMain {
    private ShellTrainingMain() {}

    /** Takes the directory of the configuration; ends the process. */
    public static void main(String[] arguments) throws Exception {
        URL configuration = Path.of(arguments[0]).toUri().toURL();
        Thread current = Thread.currentThread();
        current.setContextClassLoader(new URLClassLoader(new URL[] {configuration}, current.getContextClassLoader()));
        FsShell.main(new String[] {"-ls", "/"});
    }
}
