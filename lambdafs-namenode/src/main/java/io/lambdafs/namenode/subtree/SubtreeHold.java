package io.lambdafs.namenode.subtree;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.subtree.Decoupling;

/** What the row of a directory says of its holder, so that NameNodes need not look anywhere else. */
public final class SubtreeHold {
    private SubtreeHold() {}

    /**
     * The directory, held.
     *
     * @param blocks whether others are refused in it
     */
    public static Directory taken(Directory directory, Decoupling decoupling, boolean blocks) {
        String holder = decoupling.holder().toString();
        String shown = holder.substring(0, Math.min(holder.length(), SubtreeMark.MOST_HOLDER_CHARS));
        return with(
                directory,
                mark(directory)
                        .heldBy(
                                decoupling.number().value(),
                                blocks,
                                shown,
                                decoupling.term().sinceMillis()));
    }

    /** Whether the directory's row says that this decoupling holds it. */
    public static boolean isTaken(Directory directory, Decoupling decoupling) {
        return mark(directory).decoupling() == decoupling.number().value();
    }

    /** The directory, held by nobody. */
    public static Directory released(Directory directory) {
        return with(directory, mark(directory).released());
    }

    private static SubtreeMark mark(Directory directory) {
        return directory.attributes().features().subtree();
    }

    private static Directory with(Directory directory, SubtreeMark mark) {
        Features features = directory.attributes().features();
        return directory.withAttributes(directory.attributes().withFeatures(features.withSubtree(mark)));
    }
}
