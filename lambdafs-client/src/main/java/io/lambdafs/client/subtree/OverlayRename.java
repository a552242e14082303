package io.lambdafs.client.subtree;

import io.lambdafs.wire.PathSyntax;
import io.lambdafs.wire.journal.JournalTarget;
import io.lambdafs.wire.journal.OverlayTree;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** HDFS's renames in an overlay. All is checked before anything is changed. Guarded by the overlay's lock. */
final class OverlayRename {
    private final OverlayView view;
    private final OverlayTree tree;
    private final LongSupplier clock;
    private final Changes changes;

    /**
     * Those in one overlay.
     *
     * @param clock milliseconds since the epoch
     */
    OverlayRename(OverlayView view, OverlayTree tree, LongSupplier clock, Changes changes) {
        this.view = view;
        this.tree = tree;
        this.clock = clock;
        this.changes = changes;
    }

    /** A change of the tree, and of the journal. */
    interface Change {
        void to(JournalTarget target);
    }

    /** Makes changes. */
    interface Changes {
        void change(Change change) throws IOException;

        /**
         * Removes an entry.
         *
         * @param name its name in its directory
         */
        void remove(OverlayEntry entry, String name) throws IOException;
    }

    /** The first rename. */
    boolean rename(String from, String to) throws IOException {
        OverlayEntry source = view.find(from);
        OverlayEntry destination = view.find(to);
        if (source == null) {
            return false;
        }
        if (from.equals(to)) {
            return true;
        }
        if (destination != null && destination.isDirectory()) {
            String name = name(from);
            return view.child(destination, name) == null
                    && isMovable(source, destination, name)
                    && move(source, name, destination, name);
        }
        OverlayEntry parent = directoryAbove(to);
        return destination == null
                && parent != null
                && isMovable(source, parent, name(to))
                && move(source, name(from), parent, name(to));
    }

    /** The second one. */
    void rename(String from, String to, boolean overwrite) throws IOException {
        OverlayEntry source = view.find(from);
        if (source == null) {
            throw Refusals.notFound("rename source " + from + " is not found.");
        }
        if (from.equals(to)) {
            throw Refusals.exists("The source " + from + " and destination " + to + " are the same");
        }
        OverlayEntry parent = directoryAbove(to);
        if (parent == null) {
            throw Refusals.notFound("rename destination parent " + PathSyntax.parent(to) + " not found.");
        }
        if (!isMovable(source, parent, name(to))) {
            throw Refusals.plain("Rename destination " + to + " is a directory or file under source " + from);
        }
        OverlayEntry there = view.find(to);
        if (there != null) {
            requireReplaceable(source, there, overwrite);
            changes.remove(there, name(to));
        }
        move(source, name(from), parent, name(to));
    }

    private String name(String path) {
        List<String> names = view.components(path);
        return names.get(names.size() - 1);
    }

    private @Nullable OverlayEntry directoryAbove(String path) throws IOException {
        OverlayEntry parent = view.find(PathSyntax.parent(path));
        return parent != null && parent.isDirectory() ? parent : null;
    }

    private void requireReplaceable(OverlayEntry source, OverlayEntry there, boolean overwrite) throws IOException {
        if (!overwrite) {
            throw Refusals.exists("rename destination " + there.path + " already exists");
        }
        if (source.isDirectory() != there.isDirectory()) {
            throw Refusals.plain("Source " + source.path + " and destination " + there.path
                    + " must both be directories or both be files");
        }
        if (there.isDirectory() && view.page(there, "").getPartialListing().length > 0) {
            throw Refusals.plain("rename destination directory is not empty: " + there.path);
        }
    }

    private boolean isMovable(OverlayEntry source, OverlayEntry destination, String newName) throws IOException {
        if (source.made == null || source.made.isMerged()) {
            throw Refusals.unsupported("Renaming what was there before it was decoupled or last synced", source.path);
        }
        FileNames.require(newName);
        return destination.made == null || !tree.isAtOrBelow(destination.made, source.made);
    }

    private boolean move(OverlayEntry source, String name, OverlayEntry destination, String newName)
            throws IOException {
        if (source.parent == null || source.made == null) {
            return false;
        }
        JournalTarget.Place from = new JournalTarget.Place(source.parent.id, name);
        JournalTarget.Place to = new JournalTarget.Place(destination.id, newName);
        long now = clock.getAsLong();
        if (source.made.isOpen()) {
            tree.rename(from, to, now);
        } else {
            changes.change(target -> target.rename(from, to, now));
        }
        return true;
    }
}
