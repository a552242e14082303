package io.lambdafs.benchmark.harness.operation;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of operations, with their names in workloads and in hammer-bench's results. */
public enum OperationKind {
    MKDIR("mkdir", "MKDIR", "mkdir", true),
    CREATE("create", "CREATE_FILE", "create.files", true),
    APPEND("append", "APPEND_FILE", "file.append", true),
    READ("read", "READ_FILE", "read.files", false),
    LIST_FILE("listFile", "LS_FILE", "ls.files", false),
    LIST_DIR("listDir", "LS_DIR", "ls.dirs", false),
    CHMOD_FILE("chmodFile", "CHMOD_FILE", "chmod.files", true),
    CHMOD_DIR("chmodDir", "CHMOD_DIR", "chmod.dirs", true),
    SET_REPLICATION("setReplication", "SET_REPL", "file.setReplication", true),
    STAT_FILE("statFile", "INFO_FILE", "file.getInfo", false),
    STAT_DIR("statDir", "INFO_DIR", "dir.getInfo", false),
    CHOWN_FILE("chownFile", "CHOWN_FILE", "file.change.user", true),
    CHOWN_DIR("chownDir", "CHOWN_DIR", "dir.change.user", true),
    RENAME("rename", "RENAME_FILE", "rename.files", true),
    DELETE("delete", "DEL_FILE", "delete.files", true),
    RENAME_TREE("renameTree", "RENAME_DIR", "", true),
    DELETE_TREE("deleteTree", "DELETE_DIR", "", true);

    private final String word;
    private final String hammerName;
    private final String hammerKey;
    private final boolean change;

    OperationKind(String word, String hammerName, String hammerKey, boolean change) {
        this.word = word;
        this.hammerName = hammerName;
        this.hammerKey = hammerKey;
        this.change = change;
    }

    /** Its name in workloads and results. */
    public String word() {
        return word;
    }

    /** Its name in a line of hammer-bench's results. */
    public String hammerName() {
        return hammerName;
    }

    /** What identifies it in the keys of hammer-bench's properties; empty if hammer-bench has no such operation. */
    public String hammerKey() {
        return hammerKey;
    }

    /** Whether it changes the namespace. */
    public boolean isChange() {
        return change;
    }

    /** The kind of this name, if there is one. */
    public static Optional<OperationKind> named(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException if there is none; its message names all
     */
    public static OperationKind require(String word) {
        return named(word)
                .orElseThrow(() -> new IllegalArgumentException("there is no operation '" + word + "': write one of "
                        + Arrays.stream(values()).map(OperationKind::word).collect(Collectors.joining(", "))));
    }
}
