package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The operations of one client as dice decide them. What is changed the client has made itself, so that each operation succeeds on a correct file system
 * and the outcome of all is known. The same seed, client and outcomes give the same operations. For one thread.
 */
public final class GeneratedOperations implements OperationSource {
    /** The number of the phase in which clients warm up. */
    public static final int WARM_UP = -1;

    private static final int BEFORE = -2;
    private static final long PHASES = 1_000_003;
    private static final int MODE = 0777;
    private static final int REPLICATION = 3;

    private final ClientPlan plan;
    private final ClientTree tree;
    private final SharedTree shared;
    private final ExpectedNamespace expected;

    /** The client's files. */
    private final PathPool files = new PathPool();

    /** Directories of the client's tree that files were made in. */
    private final PathPool directories = new PathPool();

    /** Directories with files in them, for operations on whole directories. */
    private final PathPool subtrees = new PathPool();

    private SplittableRandom random;
    private Mix mix;
    private long nextFile;
    private long nextDirectory;
    private long nextName;

    /** A client that has made nothing yet. */
    public GeneratedOperations(ClientPlan plan) {
        this.plan = plan;
        this.mix = Mix.SPOTIFY;
        this.tree = new ClientTree(plan.root(), plan.tree());
        this.shared = new SharedTree(plan.base(), plan.tree(), 0);
        this.random = dice(BEFORE);
        this.expected = new ExpectedNamespace(plan.base());
    }

    /**
     * Rolls other dice from now on. They do not depend on what was rolled before, so that a phase has the same operations however many there were in
     * the one before.
     *
     * @param phase the number of the phase, or {@link #WARM_UP}
     */
    public void begin(int phase, Mix other) {
        mix = other;
        random = dice(phase);
    }

    private SplittableRandom dice(int phase) {
        return new SplittableRandom(new SplittableRandom(plan.seed()).nextLong() + plan.client() * PHASES + phase);
    }

    /** What must be there after what has succeeded so far. */
    public ExpectedNamespace expected() {
        return expected;
    }

    /**
     * What the client performs before the run: its own first files, its part of the shared tree, and directories for operations on whole directories.
     *
     * @param subtreeDirectories how many of those there are
     */
    public List<PathOperation> initial(int subtreeDirectories) {
        List<PathOperation> operations = new ArrayList<>();
        operations.add(PathOperation.on(OperationKind.MKDIR, tree.directory(0)));
        for (int i = 0; i < plan.tree().initialOf(plan.client(), plan.clients()); i++) {
            operations.add(create(tree.file(nextFile++)));
        }
        if (plan.tree().shared() > 0) {
            for (int d = plan.client(); d < shared.directories(); d += plan.clients()) {
                operations.add(PathOperation.on(OperationKind.MKDIR, shared.directory(d)));
                for (int f = 0; f < shared.filesPerDirectory(); f++) {
                    operations.add(PathOperation.create(shared.file(d, f), -1, shared.bytes()));
                }
            }
        }
        for (int i = 0; i < subtreeDirectories; i++) {
            String directory = subtreePrefix() + String.format(Locale.ROOT, "%06d", i);
            operations.add(PathOperation.on(OperationKind.MKDIR, directory));
            for (int f = 0; f < plan.tree().subtreeFiles(); f++) {
                operations.add(PathOperation.create(directory + String.format(Locale.ROOT, "/part-%05d", f), -1, 0));
            }
        }
        return operations;
    }

    @Override
    public Optional<PathOperation> next() {
        OperationKind kind = mix.roll(random);
        boolean elsewhere =
                plan.tree().shared() > 0 && random.nextDouble() < plan.tree().shared();
        return switch (kind) {
            case MKDIR -> Optional.of(makeDirectory(elsewhere));
            case CREATE -> Optional.of(makeFile(elsewhere));
            case READ, LIST_FILE, STAT_FILE -> look(kind, elsewhere);
            case LIST_DIR, STAT_DIR ->
                Optional.of(PathOperation.on(kind, elsewhere ? shared.anyDirectory(random) : anyDirectory()));
            case CHMOD_DIR -> Optional.of(PathOperation.set(kind, anyDirectory(), MODE));
            case CHOWN_DIR -> Optional.of(PathOperation.chown(kind, anyDirectory(), plan.owner()));
            case RENAME_TREE, DELETE_TREE -> onSubtree(kind);
            case APPEND, CHMOD_FILE, SET_REPLICATION, CHOWN_FILE, RENAME, DELETE -> change(kind, elsewhere);
        };
    }

    private Optional<PathOperation> look(OperationKind kind, boolean elsewhere) {
        if (elsewhere) {
            return Optional.of(PathOperation.look(kind, shared.anyFile(random), shared.bytes()));
        }
        return files.any(random).map(file -> PathOperation.look(kind, file, lengthOf(file)));
    }

    /** A change of one of the client's own files. If it has none, a mix makes one in its place, and a phase of nothing else ends. */
    private Optional<PathOperation> change(OperationKind kind, boolean elsewhere) {
        Optional<String> file = kind == OperationKind.DELETE ? files.newest() : files.any(random);
        if (file.isEmpty()) {
            return mix.kinds().contains(OperationKind.CREATE) ? Optional.of(makeFile(elsewhere)) : Optional.empty();
        }
        String path = file.get();
        return Optional.of(
                switch (kind) {
                    case APPEND -> PathOperation.append(path, plan.appendBytes());
                    case CHMOD_FILE -> PathOperation.set(kind, path, MODE);
                    case SET_REPLICATION -> PathOperation.set(kind, path, REPLICATION);
                    case CHOWN_FILE -> PathOperation.chown(kind, path, plan.owner());
                    case RENAME -> PathOperation.rename(kind, path, renamed(path));
                    default -> PathOperation.on(kind, path);
                });
    }

    private Optional<PathOperation> onSubtree(OperationKind kind) {
        if (kind == OperationKind.DELETE_TREE) {
            return subtrees.newest().map(directory -> PathOperation.on(kind, directory));
        }
        return subtrees.any(random).map(directory -> PathOperation.rename(kind, directory, renamed(directory)));
    }

    /** The same name with a number behind it, in the same directory. */
    private String renamed(String path) {
        int mark = path.lastIndexOf("-moved");
        return (mark < 0 ? path : path.substring(0, mark)) + "-moved" + nextName++;
    }

    private PathOperation makeFile(boolean elsewhere) {
        return create(
                elsewhere ? shared.anyDirectory(random) + "/" + tree.nameElsewhere(nextFile++) : tree.file(nextFile++));
    }

    private PathOperation makeDirectory(boolean elsewhere) {
        String parent = elsewhere ? shared.anyDirectory(random) : anyDirectory();
        return PathOperation.on(OperationKind.MKDIR, parent + "/" + plan.name() + "-made" + nextDirectory++);
    }

    private PathOperation create(String path) {
        return PathOperation.create(path, plan.replication(), plan.sizes().roll(random));
    }

    private long lengthOf(String file) {
        return expected.at(file).map(entry -> entry.bytes()).orElse(-1L);
    }

    private String anyDirectory() {
        return directories.any(random).orElse(tree.directory(0));
    }

    @Override
    public void succeeded(PathOperation operation) {
        expected.apply(operation);
        String path = operation.path();
        switch (operation.kind()) {
            case CREATE -> {
                if (isOwnFile(path)) {
                    files.add(path);
                    String directory = path.substring(0, path.lastIndexOf('/'));
                    if (directory.startsWith(plan.root())) {
                        directories.add(directory);
                    }
                }
            }
            case MKDIR -> {
                if (path.startsWith(subtreePrefix())) {
                    subtrees.add(path);
                }
            }
            case RENAME -> files.replace(path, operation.to());
            case RENAME_TREE -> subtrees.replace(path, operation.to());
            case DELETE -> files.remove(path);
            case DELETE_TREE -> subtrees.remove(path);
            default -> {}
        }
    }

    @Override
    public void failed(PathOperation operation) {
        expected.failed(operation);
        switch (operation.kind()) {
            // A file that could not be appended to may still be open for writing.
            case APPEND, RENAME, DELETE -> files.remove(operation.path());
            case RENAME_TREE, DELETE_TREE -> subtrees.remove(operation.path());
            default -> {}
        }
    }

    private String subtreePrefix() {
        return plan.root() + "/subtree";
    }

    /** Whether a file is one of the client's own, and no part of the shared tree or of a directory that is changed as a whole. */
    private boolean isOwnFile(String path) {
        return (path.startsWith(plan.root() + "/") && !path.startsWith(subtreePrefix()))
                || path.contains("/" + plan.name() + "-");
    }
}
