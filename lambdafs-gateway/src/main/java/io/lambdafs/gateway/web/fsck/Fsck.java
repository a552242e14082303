package io.lambdafs.gateway.web.fsck;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * One check of what is below a path: lists it page by page, as the user who asks. It keeps a page for each level of directories,
 * of which λFS allows 1,000, and ends when its reader has gone.
 */
final class Fsck {
    private final ClientProtocol calls;
    private final FsckOptions options;
    private final PrintWriter out;
    private final Tally tally = new Tally();
    private final FileCheck files;

    Fsck(ClientProtocol calls, FsckOptions options, PrintWriter out) {
        this.calls = calls;
        this.options = options;
        this.out = out;
        this.files = new FileCheck(options, out, tally);
    }

    /** A directory that is being listed: the rest of a page, and whether there is another one. */
    private static final class Directory {
        private final String path;
        private DirectoryListing page;
        private int next;

        Directory(String path, DirectoryListing page) {
            this.path = path;
            this.page = page;
        }
    }

    /** Writes the report; says whether there is a verdict to follow. */
    boolean run(List<DatanodeInfo> dataNodes) throws IOException {
        @Nullable HdfsFileStatus status = calls.getFileInfo(options.path());
        if (status == null) {
            out.print("\n\nPath '" + options.path() + "' does not exist\n");
            return false;
        }
        if (options.corruptFiles()) {
            listCorruptFiles();
            return false;
        }
        walk();
        long racks = dataNodes.stream()
                .map(DatanodeInfo::getNetworkLocation)
                .distinct()
                .count();
        tally.print(
                out,
                dataNodes.size(),
                Math.toIntExact(racks),
                calls.getServerDefaults().getReplication());
        return true;
    }

    /** The last line, by which the command decides about its status. */
    void printVerdict() {
        out.print("\n\nThe filesystem under path '" + options.path() + "' is "
                + (tally.isHealthy() ? "HEALTHY" : "CORRUPT") + "\n");
    }

    /** All of them at once. The command then asks for those after the cookie, until there are no more. */
    private void listCorruptFiles() throws IOException {
        out.println("Cookie:\t1");
        if (!options.again()) {
            walk();
        }
        String count = tally.damaged() == 0 ? "no" : Long.toString(tally.damaged());
        out.print(endOfList(options, options.again() ? "no more" : count));
    }

    /** Without a line that there are no more, the command would ask for ever. */
    static String endOfList(FsckOptions options, String count) {
        return "\n\nThe filesystem under path '" + options.path() + "' has " + count + " CORRUPT files\n\n";
    }

    private void walk() throws IOException {
        Deque<Directory> open = new ArrayDeque<>();
        @Nullable DirectoryListing root = list(options.path(), HdfsFileStatus.EMPTY_NAME);
        if (root == null) {
            return;
        }
        HdfsFileStatus[] found = root.getPartialListing();
        boolean isFile = found.length == 1 && found[0].getLocalNameInBytes().length == 0;
        if (isFile) {
            visit(options.path(), found[0], open);
            return;
        }
        enter(options.path(), root, open);
        while (!open.isEmpty() && !out.checkError()) {
            step(open);
        }
    }

    private void step(Deque<Directory> open) throws IOException {
        Directory directory = open.getLast();
        HdfsFileStatus[] page = directory.page.getPartialListing();
        if (directory.next < page.length) {
            HdfsFileStatus entry = page[directory.next++];
            visit(entry.getFullName(directory.path), entry, open);
        } else if (directory.page.hasMore()) {
            @Nullable DirectoryListing more = list(directory.path, directory.page.getLastName());
            if (more == null) {
                open.removeLast();
            } else {
                directory.page = more;
                directory.next = 0;
            }
        } else {
            open.removeLast();
        }
    }

    private void visit(String path, HdfsFileStatus entry, Deque<Directory> open) throws IOException {
        if (entry.isDirectory()) {
            @Nullable DirectoryListing listing = list(path, HdfsFileStatus.EMPTY_NAME);
            if (listing != null) {
                enter(path, listing, open);
            }
        } else if (entry.isSymlink()) {
            tally.symlink();
            if (options.files()) {
                out.println(path + " <symlink>");
            }
        } else {
            files.check(path, (HdfsLocatedFileStatus) entry);
        }
    }

    private void enter(String path, DirectoryListing listing, Deque<Directory> open) {
        tally.directory();
        if (options.files()) {
            out.println(path + " <dir>");
        }
        open.addLast(new Directory(path, listing));
    }

    /** Null if it is no longer there. */
    private @Nullable DirectoryListing list(String path, byte[] after) throws IOException {
        return calls.getListing(path, after, true);
    }
}
