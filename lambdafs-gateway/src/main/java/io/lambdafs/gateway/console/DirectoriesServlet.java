package io.lambdafs.gateway.console;

import io.lambdafs.gateway.web.calls.GatewayCalls;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * The largest directories of the first two levels, page by page.
 *
 * <p>Parameters: {@code by}, which is {@code files} for those with the most files first; {@code from}, the number of the page's first
 * row; {@code user.name}.
 */
public final class DirectoriesServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    private static final String FILES = "files";
    private static final int ROWS = 50;
    /** A survey of a small tree is shown at once. */
    private static final long PATIENCE_MILLIS = 500;

    public DirectoriesServlet() {
        super("Directories", true);
    }

    /**
     * What is shown.
     *
     * @param byFiles whether those with the most files come first
     * @param user the user that the request names, if it names one: links keep it
     */
    private record View(boolean byFiles, int from, Optional<String> user) {
        static View of(HttpServletRequest request) {
            return new View(
                    FILES.equals(request.getParameter("by")), from(request.getParameter("from")), user(request));
        }

        private static int from(@Nullable String text) {
            try {
                return text == null ? 0 : Math.max(0, Integer.parseInt(text));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("The first row must be a number, not " + text, e);
            }
        }

        private static Optional<String> user(HttpServletRequest request) {
            return Optional.ofNullable(request.getParameter("user.name")).filter(name -> !name.isEmpty());
        }

        Comparator<SummedDirectory> order() {
            return byFiles ? SummedDirectory.MOST_FILES_FIRST : SummedDirectory.LARGEST_FIRST;
        }

        String address(boolean files, int row) {
            return "/directories?by=" + (files ? FILES : "space") + "&from=" + row
                    + user.map(name -> "&user.name=" + ReadableText.parameter(name))
                            .orElse("");
        }
    }

    @Override
    Html content(HttpServletRequest request) throws IOException {
        View view = View.of(request);
        UserGroupInformation user = userOf(request);
        ClientProtocol calls = GatewayCalls.of(getServletContext()).by(JspHelper.getRemoteAddr(request), "console");
        PrivilegedExceptionAction<DirectorySurvey> make =
                () -> DirectorySurvey.make(calls, DirectorySurvey.Bounds.defaults(), InstantSource.system());
        Html page = new Html();
        Optional<DirectorySurvey> survey =
                console().surveys().of(user.getShortUserName(), () -> user.doAs(make), PATIENCE_MILLIS);
        if (survey.isPresent()) {
            show(survey.get(), view, page);
        } else {
            page.element("p", "The directories are being summed up. This page asks again by itself.", "class", "note");
        }
        return page;
    }

    private static void show(DirectorySurvey survey, View view, Html page) {
        List<SummedDirectory> all =
                survey.directories().stream().sorted(view.order()).toList();
        long largest = all.stream().mapToLong(SummedDirectory::space).max().orElse(0);
        page.open("p", "class", "links");
        page.element("a", "Largest first", "href", view.address(false, 0), "class", view.byFiles() ? "" : "here");
        page.element("a", "Most files first", "href", view.address(true, 0), "class", view.byFiles() ? "here" : "");
        page.close("p");
        int end = Math.min(all.size(), view.from() + ROWS);
        BrowsedPath root = new BrowsedPath("/", "", view.user());
        SummedDirectory.beginTable(page);
        for (SummedDirectory directory : all.subList(Math.min(view.from(), all.size()), end)) {
            directory.addRow(directory.path(), root.at(directory.path()), largest, page);
        }
        page.endTable().open("p", "class", "links");
        if (view.from() > 0) {
            page.link(view.address(view.byFiles(), Math.max(0, view.from() - ROWS)), "Previous page");
        }
        if (end < all.size()) {
            page.link(view.address(view.byFiles(), end), "Next page");
        }
        page.close("p").element("p", about(survey), "class", "note");
    }

    private static String about(DirectorySurvey survey) {
        String text = "The directories of the first two levels, with all that is below each of them, at "
                + ReadableText.time(survey.atMillis()) + ". They are summed up again after " + Surveys.KEPT_MINUTES
                + " minutes.";
        return survey.complete() ? text : text + " Not all of them were summed up: smaller ones may be missing.";
    }
}
