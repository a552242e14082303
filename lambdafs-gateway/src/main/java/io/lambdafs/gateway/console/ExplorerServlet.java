package io.lambdafs.gateway.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A browser of directories and files. A directory is shown page by page, as the NameNode lists it, whatever its size.
 *
 * <p>Parameters: {@code path}; {@code after}, the last name of the page before; {@code sizes=true} for what is below each directory of
 * the page; {@code user.name}.
 */
public final class ExplorerServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    /** The most directories whose content is summed up for one page: each is a walk through all that is below. */
    private static final int MAX_SUMMARIES = 50;

    private static final long MAX_BLOCKS = 1_000;

    public ExplorerServlet() {
        super("Files", false);
    }

    @Override
    Html content(HttpServletRequest request) throws IOException, InterruptedException {
        BrowsedPath place = BrowsedPath.of(request);
        return askAsUser(request, calls -> {
            @Nullable HdfsFileStatus status = calls.getFileInfo(place.path());
            if (status == null) {
                throw new FileNotFoundException("There is no file or directory " + place.path() + ".");
            }
            Html page = new Html();
            where(place, page);
            if (!status.isDirectory()) {
                file(calls, place, status, page);
            } else if ("true".equals(request.getParameter("sizes"))) {
                sizes(calls, place, page);
            } else {
                directory(calls, place, page);
            }
            return page;
        });
    }

    /** The path, each of its parts a link, and a form to go elsewhere. */
    private static void where(BrowsedPath place, Html page) {
        page.open("div", "class", "path").link(place.at("/").address(), "/");
        for (BrowsedPath part : place.parents()) {
            page.link(part.address(), part.name()).element("span", "/");
        }
        page.close("div");
        page.open("form", "action", "/explorer");
        page.open("input", "name", "path", "value", place.path(), "aria-label", "path");
        place.user().ifPresent(user -> page.open("input", "type", "hidden", "name", "user.name", "value", user));
        page.element("button", "Go").close("form");
    }

    private static void directory(ClientProtocol calls, BrowsedPath place, Html page) throws IOException {
        DirectoryListing listing = listing(calls, place);
        page.table("name", "permission", "owner", "group", "#size", "#replication", "#block size", "modified");
        for (HdfsFileStatus entry : listing.getPartialListing()) {
            page.openRow().openCell();
            page.link(place.child(entry.getLocalName()).address(), shown(entry)).close("td");
            cells(entry, page);
            page.closeRow();
        }
        page.endTable();
        if (listing.getPartialListing().length == 0) {
            page.element("p", "The directory is empty.", "class", "note");
        }
        page.open("p", "class", "links");
        if (listing.hasMore()) {
            String last = listing.getPartialListing()[listing.getPartialListing().length - 1].getLocalName();
            page.link(place.after(last).address(), "Next page");
        }
        page.link(place.withSizes(), "Sizes of the directories").close("p");
    }

    private static String shown(HdfsFileStatus entry) {
        return entry.isDirectory() ? entry.getLocalName() + "/" : entry.getLocalName();
    }

    private static void cells(HdfsFileStatus entry, Html page) {
        boolean file = !entry.isDirectory();
        page.openCell().element("span", (file ? "-" : "d") + entry.getPermission(), "class", "mode");
        page.close("td").cell(entry.getOwner()).cell(entry.getGroup());
        page.cell(file ? ReadableText.bytes(entry.getLen()) : ReadableText.UNKNOWN);
        page.cell(file ? String.valueOf(entry.getReplication()) : ReadableText.UNKNOWN);
        page.cell(file ? ReadableText.bytes(entry.getBlockSize()) : ReadableText.UNKNOWN);
        page.cell(ReadableText.time(entry.getModificationTime()));
    }

    private static DirectoryListing listing(ClientProtocol calls, BrowsedPath place) throws IOException {
        @Nullable
        DirectoryListing listing = calls.getListing(place.path(), place.last().getBytes(StandardCharsets.UTF_8), false);
        if (listing == null) {
            throw new FileNotFoundException("There is no file or directory " + place.path() + ".");
        }
        return listing;
    }

    private static void sizes(ClientProtocol calls, BrowsedPath place, Html page) throws IOException {
        List<SummedDirectory> sums = new ArrayList<>();
        int directories = 0;
        for (HdfsFileStatus entry : listing(calls, place).getPartialListing()) {
            if (entry.isDirectory() && directories++ < MAX_SUMMARIES) {
                sums.add(SummedDirectory.sum(
                        calls, place.child(entry.getLocalName()).path(), entry.getOwner()));
            }
        }
        sums.sort(SummedDirectory.LARGEST_FIRST);
        SummedDirectory.beginTable(page);
        for (SummedDirectory sum : sums) {
            BrowsedPath directory = place.at(sum.path());
            sum.addRow(directory.name() + "/", directory, sums.get(0).space(), page);
        }
        page.endTable();
        if (directories > MAX_SUMMARIES) {
            page.element("p", "Only the first " + MAX_SUMMARIES + " directories of the page were summed up.");
        }
        page.open("p").link(place.address(), "List the directory").close("p");
    }

    private static void file(ClientProtocol calls, BrowsedPath place, HdfsFileStatus status, Html page)
            throws IOException {
        page.table("permission", "owner", "group", "#size", "#replication", "#block size", "modified");
        page.openRow();
        cells(status, page);
        page.closeRow().endTable();
        page.open("p").link(place.download(), "Download").close("p");
        long shown = Math.min(status.getLen(), MAX_BLOCKS * Math.max(1, status.getBlockSize()));
        BlockList.add(calls.getBlockLocations(place.path(), 0, Math.max(1, shown)), page);
        if (shown < status.getLen()) {
            page.element("p", "These are the first " + MAX_BLOCKS + " blocks. 'hdfs fsck -files -blocks' has all.");
        }
    }
}
