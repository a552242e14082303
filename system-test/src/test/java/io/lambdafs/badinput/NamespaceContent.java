package io.lambdafs.badinput;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Everything that the file system holds, to be compared. */
record NamespaceContent(List<String> entries) {
    NamespaceContent {
        entries = List.copyOf(entries);
    }

    static NamespaceContent of(Stack stack) throws IOException {
        TreeSet<String> entries = new TreeSet<>();
        try (FileSystem fs = stack.newClient()) {
            collect(fs, new Path("/"), entries);
        }
        return new NamespaceContent(List.copyOf(entries));
    }

    private static void collect(FileSystem fs, Path directory, TreeSet<String> entries) throws IOException {
        for (FileStatus status : fs.listStatus(directory)) {
            entries.add(status.toString());
            if (status.isDirectory()) {
                collect(fs, status.getPath(), entries);
            }
        }
    }
}
