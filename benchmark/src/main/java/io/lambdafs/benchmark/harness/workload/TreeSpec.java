package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.arrival.Amount;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories and files among which clients work. Each client has a tree of its own, as in hammer-bench; besides there may be a tree that all
 * clients share.
 *
 * @param dirs directories in each directory of a client's tree
 * @param files files in each directory, of clients' trees and of the shared one
 * @param depth how deep a client's directories are, all in one directory; 0 for a tree
 * @param nameLength the least length of a file's name
 * @param initial how many files each client makes before the run, unless there is a total
 * @param shared the part of the operations that go to the shared tree, from 0 to 1
 * @param sharedDirs directories of the shared tree
 * @param zipf the exponent of the popularity of shared directories and files; 0 if all are alike
 * @param subtreeFiles files in each directory that is renamed or deleted as a whole
 * @param total how many files all clients make together before the run, in their own trees; 0 if each makes the initial ones
 */
public record TreeSpec(
        int dirs,
        int files,
        int depth,
        int nameLength,
        int initial,
        double shared,
        int sharedDirs,
        double zipf,
        int subtreeFiles,
        int total) {
    /** What hammer-bench has. */
    public static final TreeSpec DEFAULT = new TreeSpec(2, 16, 0, 8, 100, 0, 16, 0, 16, 0);

    private static final int MAX = 10_000_000;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NAME = 200;
    private static final String KEYS =
            "dirs, files, depth, name-len, initial, shared, shared-dirs, zipf, subtree-files, total";

    public TreeSpec {
        require("dirs", dirs, 1, MAX);
        require("files", files, 1, MAX);
        require("depth", depth, 0, MAX_DEPTH);
        require("name-len", nameLength, 1, MAX_NAME);
        require("initial", initial, 0, MAX);
        require("shared-dirs", sharedDirs, 1, MAX);
        require("subtree-files", subtreeFiles, 0, MAX);
        require("total", total, 0, MAX);
        if (!(shared >= 0 && shared <= 1)) {
            throw new IllegalArgumentException("shared of the tree is " + shared + ": write a number from 0 to 1");
        }
        if (!(zipf >= 0 && zipf < 10)) {
            throw new IllegalArgumentException("zipf of the tree is " + zipf + ": write an exponent such as 0.99");
        }
    }

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " of the tree is " + value + ": it must be from " + least + " to " + most);
        }
    }

    /**
     * Reads {@code dirs=2,files=16,depth=auto|fixed:7,name-len=34,initial=100,shared=0.5,shared-dirs=16,zipf=0.99,subtree-files=16,total=1000}, where everything may be left out.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static TreeSpec parse(String text) {
        return parse(text, Map.of());
    }

    /** The same, with settings that hold unless the text has others. */
    public static TreeSpec parse(String text, Map<String, String> otherwise) {
        Map<String, String> values = new LinkedHashMap<>(otherwise);
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String[] words = part.split("=", 2);
            if (words.length != 2) {
                throw new IllegalArgumentException(
                        "'" + part + "' is not a setting of a tree: write KEY=VALUE with " + KEYS);
            }
            values.put(words[0], words[1]);
        }
        return of(values);
    }

    /** The same from keys and values. */
    static TreeSpec of(Map<String, String> given) {
        Map<String, String> values = new LinkedHashMap<>(given);
        TreeSpec spec = new TreeSpec(
                number(values, "dirs", DEFAULT.dirs),
                number(values, "files", DEFAULT.files),
                depth(values.remove("depth")),
                number(values, "name-len", DEFAULT.nameLength),
                number(values, "initial", DEFAULT.initial),
                fraction(values, "shared"),
                number(values, "shared-dirs", DEFAULT.sharedDirs),
                fraction(values, "zipf"),
                number(values, "subtree-files", DEFAULT.subtreeFiles),
                number(values, "total", DEFAULT.total));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(
                    "a tree has no setting " + values.keySet().iterator().next() + ": it has " + KEYS);
        }
        return spec;
    }

    private static int depth(@Nullable String text) {
        if (text == null || text.equals("auto")) {
            return DEFAULT.depth;
        }
        if (!text.startsWith("fixed:")) {
            throw new IllegalArgumentException("depth of the tree is '" + text + "': write auto or fixed:N");
        }
        return (int) Math.min(MAX, Amount.count("depth of the tree", text.substring("fixed:".length())));
    }

    private static int number(Map<String, String> values, String key, int otherwise) {
        String text = values.remove(key);
        return text == null ? otherwise : (int) Math.min(Integer.MAX_VALUE, Amount.count(key + " of the tree", text));
    }

    private static double fraction(Map<String, String> values, String key) {
        String text = values.remove(key);
        if (text == null || Amount.isZero(text)) {
            return 0;
        }
        return Amount.positive(key + " of the tree", text);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return "dirs=" + dirs + ",files=" + files + ",depth=" + (depth == 0 ? "auto" : "fixed:" + depth) + ",name-len="
                + nameLength + ",initial=" + initial + ",shared=" + shared + ",shared-dirs=" + sharedDirs + ",zipf="
                + zipf + ",subtree-files=" + subtreeFiles + (total == 0 ? "" : ",total=" + total);
    }

    /** The same with so many files in the trees of all clients together. */
    public TreeSpec withTotal(int number) {
        return new TreeSpec(dirs, files, depth, nameLength, initial, shared, sharedDirs, zipf, subtreeFiles, number);
    }

    /** How many files one of the clients makes before the run. Those of a total are divided among all clients, as evenly as it goes. */
    int initialOf(int client, int clients) {
        return total == 0 ? initial : total / clients + (client < total % clients ? 1 : 0);
    }
}
