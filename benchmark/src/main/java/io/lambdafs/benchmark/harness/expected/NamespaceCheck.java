package io.lambdafs.benchmark.harness.expected;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What is below a directory, beside what is expected there.
 *
 * @param digest of everything that is there and not unsure: type, mode, owner, replication and length of each path, and neither times nor identifiers,
 *     so that two file systems with the same namespace have the same digest
 * @param found how many paths are there
 * @param unsure how many paths may be there or not
 * @param missing how many expected paths are not there
 * @param extra how many paths are there that nobody made
 * @param different how many paths have another type, mode, owner, replication or length than expected
 * @param examples the first few of what is wrong, for people
 */
public record NamespaceCheck(
        String digest, int found, int unsure, int missing, int extra, int different, List<String> examples) {
    private static final int MAX_EXAMPLES = 20;

    public NamespaceCheck {
        examples = List.copyOf(examples);
    }

    /** Whether everything is as expected. */
    public boolean isRight() {
        return missing == 0 && extra == 0 && different == 0;
    }

    /** Lists everything below the expected namespace's directory and compares. */
    public static NamespaceCheck of(FileSystem fs, ExpectedNamespace expected, Conventions conventions)
            throws IOException {
        Map<String, ExpectedEntry> there = list(fs, expected.base());
        List<String> wrong = new ArrayList<>();
        int missing = 0;
        int different = 0;
        for (String path : expected.paths()) {
            ExpectedEntry wanted = conventions.complete(expected.at(path).orElseThrow());
            ExpectedEntry found = there.get(path);
            if (found == null) {
                missing++;
                wrong.add("missing: " + describe(path, wanted));
            } else if (!found.equals(wanted) && !expected.hasUnsureAttributes(path)) {
                different++;
                wrong.add("different: " + describe(path, found) + ", expected " + describe("", wanted));
            }
        }
        int extra = 0;
        for (Map.Entry<String, ExpectedEntry> found : there.entrySet()) {
            if (expected.at(found.getKey()).isEmpty() && !expected.isUnsure(found.getKey())) {
                extra++;
                wrong.add("extra: " + describe(found.getKey(), found.getValue()));
            }
        }
        return new NamespaceCheck(
                digest(expected.base(), there, path -> expected.isUnsure(path) || expected.hasUnsureAttributes(path)),
                there.size(),
                expected.unsureCount(),
                missing,
                extra,
                different,
                wrong.subList(0, Math.min(MAX_EXAMPLES, wrong.size())));
    }

    /** The digest of all that is below a directory. */
    public static String digest(FileSystem fs, String base) throws IOException {
        return digest(base, list(fs, base), path -> false);
    }

    private static Map<String, ExpectedEntry> list(FileSystem fs, String base) throws IOException {
        Map<String, ExpectedEntry> there = new TreeMap<>();
        Deque<String> left = new ArrayDeque<>(List.of(base));
        while (!left.isEmpty()) {
            String directory = left.pop();
            for (FileStatus status : fs.listStatus(new Path(directory))) {
                String path = directory + "/" + status.getPath().getName();
                there.put(path, Conventions.found(status));
                if (status.isDirectory()) {
                    left.push(path);
                }
            }
        }
        return Collections.unmodifiableMap(there);
    }

    private static String digest(String base, Map<String, ExpectedEntry> there, Predicate<String> leftOut) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            there.forEach((path, entry) -> {
                if (!leftOut.test(path)) {
                    String line = path.substring(base.length()) + "\t" + entry.toLine() + "\n";
                    digest.update(line.getBytes(StandardCharsets.UTF_8));
                }
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String describe(String path, ExpectedEntry entry) {
        return (path.isEmpty() ? "" : path + " ")
                + String.format(
                        Locale.ROOT,
                        "(%s, mode %o, owner %s, replication %d, %d bytes)",
                        entry.directory() ? "directory" : "file",
                        entry.mode(),
                        entry.owner(),
                        entry.replication(),
                        entry.bytes());
    }
}
