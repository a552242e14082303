package io.lambdafs.testkit.history;

/** One call of a file system, as a client makes it; paths begin at the root of the history. */
public sealed interface FileOperation
        permits FeatureOperation,
                FileOperation.Stat,
                FileOperation.Ls,
                FileOperation.Open,
                FileOperation.Create,
                FileOperation.Complete,
                FileOperation.Mkdir,
                FileOperation.Move,
                FileOperation.Rename,
                FileOperation.Delete,
                FileOperation.Chmod,
                FileOperation.SetTimes {
    /** The word for it in a history. */
    String word();

    String path();

    /** Adds what else it says to its line. */
    default void describe(JsonLine line) {}

    /** getFileInfo. */
    record Stat(String path) implements FileOperation {
        @Override
        public String word() {
            return "stat";
        }
    }

    /** getListing. */
    record Ls(String path) implements FileOperation {
        @Override
        public String word() {
            return "ls";
        }
    }

    /** getBlockLocations. */
    record Open(String path) implements FileOperation {
        @Override
        public String word() {
            return "open";
        }
    }

    /** create, which leaves the file open for its writer. */
    record Create(String path, int mode, boolean overwrite, String holder) implements FileOperation {
        @Override
        public String word() {
            return "create";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("mode", mode).flag("overwrite", overwrite).text("holder", holder);
        }
    }

    /** complete, which closes it. */
    record Complete(String path, long id, String holder) implements FileOperation {
        @Override
        public String word() {
            return "complete";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("id", id).text("holder", holder);
        }
    }

    /** mkdirs. */
    record Mkdir(String path, int mode, boolean parents) implements FileOperation {
        @Override
        public String word() {
            return "mkdir";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("mode", mode).flag("parents", parents);
        }
    }

    /** rename2. */
    record Move(String path, String to, boolean overwrite) implements FileOperation {
        @Override
        public String word() {
            return "move";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("to", to).flag("overwrite", overwrite);
        }
    }

    /** The old rename, which moves into directories. */
    record Rename(String path, String to) implements FileOperation {
        @Override
        public String word() {
            return "rename";
        }

        @Override
        public void describe(JsonLine line) {
            line.text("to", to);
        }
    }

    /** delete. */
    record Delete(String path, boolean recursive) implements FileOperation {
        @Override
        public String word() {
            return "delete";
        }

        @Override
        public void describe(JsonLine line) {
            line.flag("recursive", recursive);
        }
    }

    /** setPermission. */
    record Chmod(String path, int mode) implements FileOperation {
        @Override
        public String word() {
            return "chmod";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("mode", mode);
        }
    }

    /** setTimes, of both times to one that nobody else sets. */
    record SetTimes(String path, long time) implements FileOperation {
        @Override
        public String word() {
            return "setTimes";
        }

        @Override
        public void describe(JsonLine line) {
            line.number("time", time);
        }
    }
}
