package io.lambdafs.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamespaceTest {
    private static final Tree TREE = new Tree("t", 2, 3);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private File root;

    private final RawLocalFileSystem fs = new Below();
    private final FileSystemWork works = new FileSystemWork(fs, TREE);

    /** The machine's own files, below a directory. */
    private final class Below extends RawLocalFileSystem {
        @Override
        public File pathToFile(Path path) {
            return new File(root, path.toUri().getPath());
        }

        @Override
        public FileStatus[] listStatus(Path path) throws IOException {
            FileStatus[] entries = super.listStatus(path);
            for (FileStatus entry : entries) {
                entry.setPath(new Path(path, entry.getPath().getName()));
            }
            return entries;
        }
    }

    @BeforeEach
    void makeTree() throws IOException {
        fs.initialize(URI.create("file:///"), new Configuration());
        for (Path directory : TREE.directories()) {
            works.makeDirectory(directory);
        }
        for (Path file : TREE.files()) {
            works.create(file);
        }
    }

    private LoadCaller mixed(int operations) throws IOException {
        LoadCaller caller = new LoadCaller(1, 0, 1);
        Work mix = works.named("mix", 1_000);
        for (int i = 0; i < operations; i++) {
            mix.perform(caller);
        }
        return caller;
    }

    @Test
    void whatTheMixLeaves_isAsItsCallersWereTold() throws IOException {
        LoadCaller caller = mixed(3_000);
        LoadNamespace found = LoadNamespace.compare(fs, TREE, List.of(caller));
        assertThat(found.isRight()).isTrue();
        assertThat(found.expected())
                .isEqualTo(6 + caller.made().size() + caller.madeDirectories().size())
                .isGreaterThan(30);
    }

    @Test
    void aFileThatIsGone_isLost() throws IOException {
        LoadCaller caller = mixed(3_000);
        works.delete(caller.made().getFirst());
        fs.delete(TREE.files().get(4), false);
        assertThat(LoadNamespace.compare(fs, TREE, List.of(caller)).lost()).isEqualTo(2);
    }

    @Test
    void aFileThatNobodyWasToldOf_isTooMuch() throws IOException {
        LoadCaller caller = mixed(3_000);
        works.create(new Path(TREE.directories().get(0), "twice"));
        LoadNamespace found = LoadNamespace.compare(fs, TREE, List.of(caller));
        assertThat(found.extra()).isEqualTo(1);
        assertThat(found.isRight()).isFalse();
    }

    @Test
    void whoseOperationFailed_mayBeThereOrNot() throws IOException {
        LoadCaller caller = mixed(3_000);
        Path there = caller.made().getFirst();
        caller.unsure().add(there);
        caller.unsure().add(new Path(TREE.directories().get(0), "never"));
        works.delete(there);
        LoadNamespace found = LoadNamespace.compare(fs, TREE, List.of(caller));
        assertThat(found.isRight()).isTrue();
        assertThat(found.unsure()).isEqualTo(2);
    }
}
