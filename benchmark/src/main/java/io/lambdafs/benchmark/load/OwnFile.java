package io.lambdafs.benchmark.load;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Something done again and again to one file of the caller's own, which was made before the clock runs. */
final class OwnFile implements Work {
    private final FileSystemWork single;
    private final Change change;

    OwnFile(FileSystemWork single, Change change) {
        this.single = single;
        this.change = change;
    }

    /** What is done to the file; tells where the file is afterwards. */
    @FunctionalInterface
    interface Change {
        Path apply(Path file, LoadCaller caller) throws IOException;
    }

    @Override
    public void prepare(LoadCaller caller) throws IOException {
        single.makeDirectory(caller.own());
        Path file = new Path(caller.own(), caller.freshName());
        single.create(file);
        caller.made().push(file);
    }

    @Override
    public void perform(LoadCaller caller) throws IOException {
        caller.made().push(change.apply(caller.made().pop(), caller));
    }
}
