package io.lambdafs.gateway.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;

/** A file system that has directories only, each with a size. It can be listed and summed up. */
final class TreeOfDirectories {
    private final Map<String, Long> sizes = new TreeMap<>();
    private final List<String> summed = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private int pageSize = 1_000;

    TreeOfDirectories with(String path, long size) {
        sizes.put(path, size);
        return this;
    }

    /** Lets nobody look into a directory. */
    TreeOfDirectories closed(String path) {
        closed.add(path);
        return this;
    }

    /** How many entries a page of a listing has. */
    TreeOfDirectories inPagesOf(int entries) {
        pageSize = entries;
        return this;
    }

    /** The directories that were summed up, in this order. */
    List<String> summed() {
        return summed;
    }

    ClientProtocol calls() {
        return (ClientProtocol) Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                (proxy, method, given) -> {
                    String path = (String) given[0];
                    return switch (method.getName()) {
                        case "getListing" -> list(path);
                        case "getContentSummary" -> sum(path);
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    private DirectoryListing list(String parent) throws IOException {
        requireOpen(parent);
        String prefix = parent.equals("/") ? "/" : parent + "/";
        List<HdfsFileStatus> entries = new ArrayList<>();
        for (String path : sizes.keySet()) {
            if (path.startsWith(prefix) && path.indexOf('/', prefix.length()) < 0) {
                entries.add(new HdfsFileStatus.Builder()
                        .isdir(true)
                        .path(path.substring(prefix.length()).getBytes(StandardCharsets.UTF_8))
                        .owner("owner")
                        .group("group")
                        .perm(new FsPermission((short) 0755))
                        .build());
            }
        }
        int shown = Math.min(pageSize, entries.size());
        return new DirectoryListing(entries.subList(0, shown).toArray(HdfsFileStatus[]::new), entries.size() - shown);
    }

    private ContentSummary sum(String path) throws IOException {
        summed.add(path);
        requireOpen(path);
        Long size = sizes.get(path);
        if (size == null) {
            throw new FileNotFoundException(path);
        }
        return new ContentSummary.Builder()
                .length(size)
                .spaceConsumed(3 * size)
                .fileCount(1)
                .directoryCount(1)
                .build();
    }

    private void requireOpen(String path) throws IOException {
        if (closed.contains(path)) {
            throw new AccessControlException("Permission denied: " + path);
        }
    }
}
