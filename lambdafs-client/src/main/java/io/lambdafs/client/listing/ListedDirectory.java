package io.lambdafs.client.listing;

import java.net.URI;
import java.util.BitSet;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directory that all entries of a listing are in. Makes their qualified paths from its own, which is parsed once: Hadoop
 * parses each entry's as text three to four times, which is half of what a listing takes its client. Thread-safe.
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
        boolean onlyDots = true;
        for (int at = 0; at < name.length(); at++) {
            char letter = name.charAt(at);
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
            this.anyChild = new Path(directory, PLACE_HOLDER)
                    .makeQualified(fileSystem, null)
                    .toUri();
        }
    }
}
