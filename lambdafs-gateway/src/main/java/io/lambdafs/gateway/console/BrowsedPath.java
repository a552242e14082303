package io.lambdafs.gateway.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;

/**
 * What the browser of files shows.
 *
 * @param path absolute
 * @param last the name after which the page begins; empty for the first page
 * @param user the user that the request names, if it names one: links keep it
 */
record BrowsedPath(String path, String last, Optional<String> user) {
    /**
     * What a request asks for.
     *
     * @throws IllegalArgumentException if its path is not absolute
     */
    static BrowsedPath of(HttpServletRequest request) {
        String path = Optional.ofNullable(request.getParameter("path"))
                .filter(given -> !given.isEmpty())
                .orElse("/");
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("The path must begin with a slash: " + path);
        }
        return new BrowsedPath(
                path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                Optional.ofNullable(request.getParameter("after")).orElse(""),
                Optional.ofNullable(request.getParameter("user.name")).filter(name -> !name.isEmpty()));
    }

    /** The first page of another path. */
    BrowsedPath at(String other) {
        return new BrowsedPath(other, "", user);
    }

    BrowsedPath child(String name) {
        return at(path.equals("/") ? "/" + name : path + "/" + name);
    }

    BrowsedPath after(String name) {
        return new BrowsedPath(path, name, user);
    }

    /** Its last name. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The directories on the way, from below the root to the place itself. */
    List<BrowsedPath> parents() {
        List<BrowsedPath> parents = new ArrayList<>();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            parents.add(at(path.substring(0, slash)));
        }
        if (!path.equals("/")) {
            parents.add(at(path));
        }
        return parents;
    }

    /** Where the browser shows it. */
    String address() {
        return "/explorer?path=" + ReadableText.parameter(path)
                + (last.isEmpty() ? "" : "&after=" + ReadableText.parameter(last))
                + userParameter();
    }

    /** Where the browser shows what is below each of its directories. */
    String withSizes() {
        return address() + "&sizes=true";
    }

    /** Where WebHDFS has the content of the file. */
    String download() {
        StringBuilder encoded = new StringBuilder("/webhdfs/v1");
        for (String name : path.substring(1).split("/", -1)) {
            encoded.append('/').append(ReadableText.parameter(name).replace("+", "%20"));
        }
        return encoded.append("?op=OPEN").append(userParameter()).toString();
    }

    private String userParameter() {
        return user.map(name -> "&user.name=" + ReadableText.parameter(name)).orElse("");
    }
}
