package io.lambdafs.benchmark.harness.workload;

/**
 * The names in the tree of one client. Directories are numbered level by level, each with a number of directories and files, so that directories fill up
 * one after another. With a fixed depth all of them are in one directory. For one thread.
 */
final class ClientTree {
    private final String root;
    private final TreeSpec spec;

    /** The directory that was asked for last, because files of one directory are made one after another. */
    private long lastNumber = -1;

    private String lastPath = "";

    /**
     * A tree.
     *
     * @param root the client's directory
     */
    ClientTree(String root, TreeSpec spec) {
        this.root = root;
        this.spec = spec;
    }

    /** The path of a directory; directory 0 is the root of a tree without a fixed depth. */
    String directory(long number) {
        if (number != lastNumber) {
            lastPath = path(number);
            lastNumber = number;
        }
        return lastPath;
    }

    private String path(long number) {
        if (spec.depth() > 0) {
            StringBuilder path = new StringBuilder(root);
            // The client's own directory, and the numbered ones, are levels as well; the paths above do not count.
            for (int level = 2; level < spec.depth(); level++) {
                path.append("/level").append(level);
            }
            return path.append('/').append(name('d', number)).toString();
        }
        return number == 0 ? root : path((number - 1) / spec.dirs()) + "/" + name('d', number);
    }

    /** The path of a file. */
    String file(long number) {
        return directory(number / spec.files()) + "/" + name('f', number);
    }

    /** The name of something in a directory of somebody else's; it has the client's own name in it. */
    String nameElsewhere(long number) {
        return root.substring(root.lastIndexOf('/') + 1) + "-" + name('f', number);
    }

    private String name(char kind, long number) {
        String digits = Long.toString(number);
        return kind + "0".repeat(Math.max(0, spec.nameLength() - 1 - digits.length())) + digits;
    }
}
