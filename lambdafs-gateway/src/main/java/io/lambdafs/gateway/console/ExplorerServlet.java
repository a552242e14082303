package io.lambdafs.gateway.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
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
        Place place = Place.of(request);
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
    private static void where(Place place, Html page) {
        page.open("p").link(place.at("/").address(), "/");
        for (Place part : place.parents()) {
            page.text(" ").link(part.address(), part.name()).text(" /");
        }
        page.close("p");
        page.open("form", "action", "/explorer");
        page.open("input", "name", "path", "value", place.path(), "aria-label", "path", "size", "60");
        place.user().ifPresent(user -> page.open("input", "type", "hidden", "name", "user.name", "value", user));
        page.element("button", "Go").close("form");
    }

    private static void directory(ClientProtocol calls, Place place, Html page) throws IOException {
        DirectoryListing listing = listing(calls, place);
        page.table("permission", "owner", "group", "size", "replication", "block size", "modified", "name");
        for (HdfsFileStatus entry : listing.getPartialListing()) {
            page.open("tr");
            for (String cell : cells(entry)) {
                page.element("td", cell);
            }
            page.open("td").link(place.child(entry.getLocalName()).address(), shown(entry));
            page.close("td").close("tr");
        }
        page.endTable();
        page.open("p");
        if (listing.hasMore()) {
            String last = listing.getPartialListing()[listing.getPartialListing().length - 1].getLocalName();
            page.link(place.after(last).address(), "Next page").text(" ");
        }
        page.link(place.withSizes(), "What is below each directory").close("p");
    }

    private static String shown(HdfsFileStatus entry) {
        return entry.isDirectory() ? entry.getLocalName() + "/" : entry.getLocalName();
    }

    private static List<String> cells(HdfsFileStatus entry) {
        boolean file = !entry.isDirectory();
        return List.of(
                (file ? "-" : "d") + entry.getPermission(),
                entry.getOwner(),
                entry.getGroup(),
                file ? Texts.bytes(entry.getLen()) : Texts.UNKNOWN,
                file ? String.valueOf(entry.getReplication()) : Texts.UNKNOWN,
                file ? Texts.bytes(entry.getBlockSize()) : Texts.UNKNOWN,
                Texts.time(entry.getModificationTime()));
    }

    private static DirectoryListing listing(ClientProtocol calls, Place place) throws IOException {
        @Nullable
        DirectoryListing listing = calls.getListing(place.path(), place.last().getBytes(StandardCharsets.UTF_8), false);
        if (listing == null) {
            throw new FileNotFoundException("There is no file or directory " + place.path() + ".");
        }
        return listing;
    }

    /** A directory and all that is below it; empty if the user may not see it. */
    private record Summed(Place directory, Optional<ContentSummary> content) {
        long space() {
            return content.map(ContentSummary::getSpaceConsumed).orElse(-1L);
        }
    }

    private static void sizes(ClientProtocol calls, Place place, Html page) throws IOException {
        List<Summed> sums = new ArrayList<>();
        int directories = 0;
        for (HdfsFileStatus entry : listing(calls, place).getPartialListing()) {
            if (entry.isDirectory() && directories++ < MAX_SUMMARIES) {
                sums.add(sum(calls, place.child(entry.getLocalName())));
            }
        }
        sums.sort(Comparator.comparingLong(Summed::space).reversed());
        page.table("directory", "space", "size", "files", "directories");
        for (Summed sum : sums) {
            page.open("tr")
                    .open("td")
                    .link(sum.directory().address(), sum.directory().name() + "/");
            page.close("td");
            cell(sum.content().map(content -> Texts.bytes(content.getSpaceConsumed())), page);
            cell(sum.content().map(content -> Texts.bytes(content.getLength())), page);
            cell(sum.content().map(content -> Texts.count(content.getFileCount())), page);
            cell(sum.content().map(content -> Texts.count(content.getDirectoryCount())), page);
            page.close("tr");
        }
        page.endTable();
        if (directories > MAX_SUMMARIES) {
            page.element("p", "Only the first " + MAX_SUMMARIES + " directories of the page were summed up.");
        }
        page.open("p").link(place.address(), "List the directory").close("p");
    }

    private static void cell(Optional<String> text, Html page) {
        page.element("td", text.orElse(Texts.UNKNOWN));
    }

    private static Summed sum(ClientProtocol calls, Place directory) throws IOException {
        try {
            return new Summed(directory, Optional.of(calls.getContentSummary(directory.path())));
        } catch (AccessControlException | FileNotFoundException hiddenOrGone) {
            return new Summed(directory, Optional.empty());
        }
    }

    private static void file(ClientProtocol calls, Place place, HdfsFileStatus status, Html page) throws IOException {
        page.table("permission", "owner", "group", "size", "replication", "block size", "modified");
        page.row(cells(status).toArray());
        page.endTable();
        page.open("p").link(place.download(), "Download").close("p");
        long shown = Math.min(status.getLen(), MAX_BLOCKS * Math.max(1, status.getBlockSize()));
        BlockTable.add(calls.getBlockLocations(place.path(), 0, Math.max(1, shown)), page);
        if (shown < status.getLen()) {
            page.element("p", "These are the first " + MAX_BLOCKS + " blocks. 'hdfs fsck -files -blocks' has all.");
        }
    }
}
