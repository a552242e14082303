package io.lambdafs.client.listing;

import java.net.URI;
import java.util.BitSet;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directory that all entries of a listing are in. Makes the entries' qualified paths from the directory's own,
 * which is parsed once. Hadoop parses each entry's path as text three to four times, which is half of a client's work
 * for a listing. Thread-safe.
 */
final class ListedDirectory {
    private static final String PLACE_HOLDER = "x";
    private static final BitSet PLAIN = plainLetters();

    /** Of one caller as a rule; replaced if there is another. Immutable, so a race costs no more than making it again. */
    private @Nullable Qualified last;

    /**
     * The qualified path of a child.
     *
     * @param fileSystem what a path without scheme and authority is of
     * @param directory this directory, as the caller named it
     * @param name of the child, for which {@link #isPlain} holds
     */
    Path child(URI fileSystem, Path directory, String name) {
        Qualified known = last;
        if (known == null || !known.directory.equals(directory) || !known.fileSystem.equals(fileSystem)) {
            known = new Qualified(fileSystem, directory);
            last = known;
        }
        return new Path(known.anyChild.resolve(name));
    }

    /** Whether a name stands for itself in a URI, which is true of all but strange ones. */
    static boolean isPlain(String name) {
        return isPlain(name, 0, name.length());
    }

    private static boolean isPlain(String text, int begin, int end) {
        boolean onlyDots = true;
        for (int at = begin; at < end; at++) {
            char letter = text.charAt(at);
            if (!PLAIN.get(letter)) {
                return false;
            }
            onlyDots &= letter == '.';
        }
        return !onlyDots;
    }

    private static BitSet plainLetters() {
        BitSet letters = new BitSet();
        "-_.=~+,".chars().forEach(letters::set);
        letters.set('a', 'z' + 1);
        letters.set('A', 'Z' + 1);
        letters.set('0', '9' + 1);
        return letters;
    }

    /** What a directory is called by somebody who lists it. */
    private static final class Qualified {
        final URI fileSystem;
        final Path directory;
        final URI anyChild;

        Qualified(URI fileSystem, Path directory) {
            this.fileSystem = fileSystem;
            this.directory = directory;
            this.anyChild = anyChild();
        }

        /* Mostly by URIs alone, which is a fraction of what it takes Hadoop's paths. */
        private URI anyChild() {
            URI named = directory.toUri();
            String path = named.getRawPath();
            URI base = named.getScheme() == null ? fileSystem : named;
            boolean ofAnother = named.getScheme() == null && named.getRawAuthority() != null;
            if (ofAnother || base.getScheme() == null || base.getRawAuthority() == null || !isPlainPath(path)) {
                return new Path(directory, PLACE_HOLDER)
                        .makeQualified(fileSystem, null)
                        .toUri();
            }
            return base.resolve(
                    path.equals(Path.SEPARATOR) ? path + PLACE_HOLDER : path + Path.SEPARATOR + PLACE_HOLDER);
        }

        /** Whether it is absolute, and all its components are plain. */
        private static boolean isPlainPath(String path) {
            if (!path.startsWith(Path.SEPARATOR)) {
                return false;
            }
            int begin = 1;
            while (begin < path.length()) {
                int next = path.indexOf(Path.SEPARATOR_CHAR, begin);
                int end = next < 0 ? path.length() : next;
                if (!isPlain(path, begin, end)) {
                    return false;
                }
                begin = end + 1;
            }
            return true;
        }
    }
}
