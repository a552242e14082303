package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What only HDFS's client offers, by Hadoop's client, over several functions and a DataNode. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ClientFeaturesTest {
    private static final int FUNCTIONS = 3;

    private Stack stack;
    private DistributedFileSystem fs;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(FUNCTIONS, 1, "--gateway", "off");
        fs = (DistributedFileSystem) stack.newClient();
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    @Test
    void severalDirectories_areListedInOneCall_whicheverFunctionsTheyBelongTo() throws Exception {
        List<Path> directories = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        for (int number = 0; number < 4 * FUNCTIONS; number++) {
            Path directory = new Path("/batched/" + number);
            directories.add(directory);
            Path file = new Path(directory, "file");
            try (FSDataOutputStream out = fs.create(file)) {
                out.write(number);
            }
            wanted.add(file.toUri().getPath());
        }
        directories.add(new Path("/batched/none"));

        List<String> listed = new ArrayList<>();
        List<Path> failed = new ArrayList<>();
        RemoteIterator<PartialListing<LocatedFileStatus>> listings = fs.batchedListLocatedStatusIterator(directories);
        while (listings.hasNext()) {
            PartialListing<LocatedFileStatus> listing = listings.next();
            try {
                for (LocatedFileStatus status : listing.get()) {
                    assertThat(status.getBlockLocations()[0].getHosts()).hasSize(1);
                    listed.add(status.getPath().toUri().getPath());
                }
            } catch (FileNotFoundException e) {
                failed.add(listing.getListedPath());
            }
        }
        assertThat(listed).isEqualTo(wanted);
        assertThat(failed).hasSize(1);
        assertThat(failed.get(0).toUri().getPath()).isEqualTo("/batched/none");
    }

    @Test
    void largeDirectoriesOfABatch_comePageByPage() throws Exception {
        int entries = 1500;
        for (int number = 0; number < entries; number++) {
            fs.mkdirs(new Path("/large/" + number % 2 + "/" + number));
        }
        List<Path> listed = new ArrayList<>();
        RemoteIterator<PartialListing<FileStatus>> listings =
                fs.batchedListStatusIterator(List.of(new Path("/large/0"), new Path("/large/1"), new Path("/large")));
        while (listings.hasNext()) {
            listings.next().get().forEach(status -> listed.add(status.getPath()));
        }
        assertThat(listed).hasSize(entries + 2).doesNotHaveDuplicates();
        assertThatThrownBy(() -> fs.batchedListStatusIterator(Collections.nCopies(101, new Path("/")))
                        .hasNext())
                .hasMessageContaining("Too many source paths (101 > 100)");
    }
}
