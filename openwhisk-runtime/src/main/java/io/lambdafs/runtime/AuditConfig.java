package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.audit.AuditSink;
import io.lambdafs.namenode.audit.RotatingFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the audit log goes.
 *
 * @param target {@value #NOWHERE}, {@value #STDOUT} or the path of a file
 * @param fileBytes at which size the file is renamed and the next one begins
 * @param files how many earlier ones are kept
 */
record AuditConfig(String target, long fileBytes, int files) {
    static final String TARGET = "LAMBDAFS_AUDIT_LOG";
    static final String FILE_BYTES = "LAMBDAFS_AUDIT_LOG_BYTES";
    static final String FILES = "LAMBDAFS_AUDIT_LOG_FILES";
    static final Set<String> VARIABLES = Set.of(TARGET, FILE_BYTES, FILES);

    private static final String NOWHERE = "off";
    private static final String STDOUT = "stdout";

    /** HDFS's own: 20 files of 256 MB. */
    private static final long DEFAULT_FILE_BYTES = 256L << 20;

    private static final long LEAST_FILE_BYTES = 64L << 10;
    private static final long MOST_FILE_BYTES = 1L << 40;
    private static final int DEFAULT_FILES = 20;
    private static final int MOST_FILES = 1000;

    AuditConfig {
        requireNonNull(target, "target");
        require(FILE_BYTES, LEAST_FILE_BYTES, MOST_FILE_BYTES, fileBytes);
        require(FILES, 1, MOST_FILES, files);
    }

    private static void require(String name, long least, long most, long value) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be within " + least + ".." + most + ", not " + value);
        }
    }

    /** Reads the environment; throws IllegalArgumentException naming the variable that is malformed. */
    static AuditConfig of(Map<String, String> environment) {
        String target = environment.getOrDefault(TARGET, "");
        if (!target.isEmpty() && !target.equals(NOWHERE) && !target.equals(STDOUT) && !isAbsolutePath(target)) {
            throw new IllegalArgumentException(
                    TARGET + " must be " + NOWHERE + ", " + STDOUT + " or the absolute path of a file, not " + target);
        }
        return new AuditConfig(
                target.isEmpty() ? NOWHERE : target, number(environment, FILE_BYTES, DEFAULT_FILE_BYTES), (int)
                        Math.min(Integer.MAX_VALUE, number(environment, FILES, DEFAULT_FILES)));
    }

    private static boolean isAbsolutePath(String text) {
        try {
            return Path.of(text).isAbsolute();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static long number(Map<String, String> environment, String name, long otherwise) {
        String text = environment.getOrDefault(name, "");
        if (!text.matches("\\d{0,18}")) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + text);
        }
        return text.isEmpty() ? otherwise : Long.parseLong(text);
    }

    /** Where lines are written; empty if they are not. Opens nothing yet. */
    Optional<AuditSink> sink() {
        return switch (target) {
            case NOWHERE -> Optional.empty();
            case STDOUT -> Optional.of(AuditConfig::toStandardOutput);
            default -> Optional.of(new RotatingFile(Path.of(target), fileBytes, files));
        };
    }

    private static void toStandardOutput(byte[] lines) {
        // At once, because others write there, too.
        synchronized (System.out) {
            System.out.write(lines, 0, lines.length);
            System.out.flush();
        }
    }
}
