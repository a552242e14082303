package io.lambdafs.benchmark.harness.expected;

import io.lambdafs.benchmark.harness.operation.PathOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What must be below a directory after operations that succeeded, and what may be there after operations that failed. The outcome of a failed operation
 * is unknown: it may have taken effect. For one thread.
 */
public final class ExpectedNamespace {
    private static final int FIELDS = 8;

    private final String base;
    private final Map<String, ExpectedEntry> entries = new HashMap<>();

    /** Paths that may be there or not, with all that is below them. */
    private final Set<String> unsure = new HashSet<>();

    /** Paths that are there, with attributes that may be the old ones or the new ones. */
    private final Set<String> unsureAttributes = new HashSet<>();

    /** Directories that may have been made on the way to a path that is unsure. */
    private final Set<String> unsureParents = new HashSet<>();

    /** Nothing but a directory, which must not end with a slash. */
    public ExpectedNamespace(String base) {
        this.base = base;
    }

    /** The directory below which everything is. */
    public String base() {
        return base;
    }

    /** An operation has succeeded. */
    public void apply(PathOperation operation) {
        String path = operation.path();
        switch (operation.kind()) {
            case MKDIR -> {
                addParents(path);
                entries.putIfAbsent(path, ExpectedEntry.DIRECTORY);
            }
            case CREATE -> {
                addParents(path);
                entries.put(path, ExpectedEntry.file(operation.number(), Math.max(0, operation.bytes())));
            }
            case APPEND -> change(path, entry -> entry.longer(operation.bytes()));
            case CHMOD_FILE, CHMOD_DIR -> change(path, entry -> entry.withMode(operation.number()));
            case SET_REPLICATION -> change(path, entry -> entry.withReplication(operation.number()));
            case CHOWN_FILE, CHOWN_DIR -> change(path, entry -> entry.withOwner(operation.owner()));
            case RENAME, RENAME_TREE -> move(path, operation.to());
            case DELETE, DELETE_TREE -> take(path);
            case READ, LIST_FILE, LIST_DIR, STAT_FILE, STAT_DIR -> {}
        }
    }

    /** An operation has failed. */
    public void failed(PathOperation operation) {
        switch (operation.kind()) {
            case MKDIR, CREATE, DELETE, DELETE_TREE -> doubt(operation.path());
            case RENAME, RENAME_TREE -> {
                doubt(operation.path());
                doubt(operation.to());
            }
            case APPEND, CHMOD_FILE, CHMOD_DIR, SET_REPLICATION, CHOWN_FILE, CHOWN_DIR ->
                unsureAttributes.add(operation.path());
            case READ, LIST_FILE, LIST_DIR, STAT_FILE, STAT_DIR -> {}
        }
    }

    private void doubt(String path) {
        unsure.add(path);
        for (String parent = parent(path); isBelow(parent); parent = parent(parent)) {
            unsureParents.add(parent);
        }
    }

    /** What another client, which has paths of its own, expects. */
    public void addAll(ExpectedNamespace other) {
        entries.putAll(other.entries);
        unsure.addAll(other.unsure);
        unsureParents.addAll(other.unsureParents);
        unsureAttributes.addAll(other.unsureAttributes);
    }

    /** What is expected at a path. */
    public Optional<ExpectedEntry> at(String path) {
        return Optional.ofNullable(entries.get(path));
    }

    /** All paths that are expected and not unsure. */
    public List<String> paths() {
        return entries.keySet().stream()
                .filter(path -> !isUnsure(path))
                .sorted()
                .toList();
    }

    /** How many paths are unsure, or have attributes that are. */
    public int unsureCount() {
        return unsure.size() + unsureAttributes.size();
    }

    /** Whether something must be there, with attributes that nobody knows. */
    boolean hasUnsureAttributes(String path) {
        return unsureAttributes.contains(path);
    }

    /** Whether something may be there or not. */
    public boolean isUnsure(String path) {
        for (String at = path; isBelow(at); at = parent(at)) {
            if (unsure.contains(at)) {
                return true;
            }
        }
        return !entries.containsKey(path) && unsureParents.contains(path);
    }

    /** Lines that {@link #addLine} reads. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        entries.forEach((path, entry) -> lines.add("e\t" + path + "\t" + entry.toLine()));
        unsure.forEach(path -> lines.add("u\t" + path));
        unsureParents.forEach(path -> lines.add("p\t" + path));
        unsureAttributes.forEach(path -> lines.add("a\t" + path));
        return lines;
    }

    /**
     * Adds what a line says.
     *
     * @throws IllegalArgumentException if {@link #toLines} did not write it
     */
    public void addLine(String line) {
        String[] fields = line.split("\t", -1);
        if (fields[0].equals("e") && fields.length == FIELDS) {
            entries.put(fields[1], ExpectedEntry.parse(fields, 2));
        } else if (fields[0].equals("u") && fields.length == 2) {
            unsure.add(fields[1]);
        } else if (fields[0].equals("p") && fields.length == 2) {
            unsureParents.add(fields[1]);
        } else if (fields[0].equals("a") && fields.length == 2) {
            unsureAttributes.add(fields[1]);
        } else {
            throw new IllegalArgumentException("not a line about an expected path: " + line);
        }
    }

    private void addParents(String path) {
        List<String> missing = new ArrayList<>();
        String parent = parent(path);
        while (isBelow(parent) && !entries.containsKey(parent)) {
            missing.add(parent);
            parent = parent(parent);
        }
        ExpectedEntry above = entries.get(parent);
        int mode = above == null ? ExpectedEntry.DEFAULT : above.setOrInherited();
        missing.forEach(directory -> entries.put(directory, ExpectedEntry.onTheWay(mode)));
    }

    private void change(String path, UnaryOperator<ExpectedEntry> how) {
        ExpectedEntry entry = entries.get(path);
        if (entry != null) {
            entries.put(path, how.apply(entry));
        }
    }

    private void move(String from, String to) {
        Map<String, ExpectedEntry> moved = take(from);
        moved.forEach((path, entry) -> entries.put(to + path.substring(from.length()), entry));
    }

    /** Removes a path and, if it is a directory, what is below it. */
    private Map<String, ExpectedEntry> take(String path) {
        Map<String, ExpectedEntry> taken = new HashMap<>();
        ExpectedEntry entry = entries.remove(path);
        if (entry == null) {
            return taken;
        }
        taken.put(path, entry);
        if (entry.directory()) {
            String below = path + "/";
            entries.entrySet().removeIf(other -> {
                if (other.getKey().startsWith(below)) {
                    taken.put(other.getKey(), other.getValue());
                    return true;
                }
                return false;
            });
        }
        return taken;
    }

    private boolean isBelow(String path) {
        return path.length() > base.length() && path.startsWith(base + "/");
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
