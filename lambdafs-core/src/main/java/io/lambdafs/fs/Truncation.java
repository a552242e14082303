package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cut of a file inside a block, which becomes its last one and which DataNodes have to shorten. Until they have, the file is under
 * construction, and the name of its writer tells what the cut is.
 *
 * @param length the length that the file gets, in bytes
 */
public record Truncation(INodeId file, long length) {
    private static final String PREFIX = "LambdaFS_Truncation-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-(\\d{1,18})");

    public Truncation {
        requireNonNull(file, "file");
    }

    /** The cut of this file that is under way. */
    public static Optional<Truncation> of(RegularFile file) {
        return file.writer()
                .flatMap(writer -> named(writer.clientName()))
                .filter(truncation -> truncation.file().equals(file.id()));
    }

    /** Whether this is the name of a writer that stands for a cut. */
    public static boolean isHolder(String name) {
        return named(name).isPresent();
    }

    private static Optional<Truncation> named(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(
                        new Truncation(new INodeId(Long.parseLong(matcher.group(1))), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** The name of the writer that stands for this. */
    public String holder() {
        return PREFIX + file.value() + "-" + length;
    }
}
