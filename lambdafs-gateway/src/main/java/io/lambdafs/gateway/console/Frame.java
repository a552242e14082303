package io.lambdafs.gateway.console;

import java.util.List;

/** What all pages have around their content. */
final class Frame {
    /** A page about what happens now is asked for again after this time. */
    private static final int REFRESH_SECONDS = 10;

    private static final List<Entry> MENU = List.of(
            new Entry("Overview", "/"),
            new Entry("Functions", "/functions"),
            new Entry("Load", "/load"),
            new Entry("Files", "/explorer"));

    /** An entry of the menu: the title of a page, and where it is. */
    private record Entry(String title, String address) {}

    private Frame() {}

    /**
     * A whole page.
     *
     * @param title also the name of its entry in the menu, if it has one
     * @param refreshes whether it is asked for again by itself
     */
    static String page(String title, boolean refreshes, Html content) {
        Html page = new Html();
        page.open("html", "lang", "en").open("head");
        page.open("meta", "charset", "utf-8");
        page.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        if (refreshes) {
            page.open("meta", "http-equiv", "refresh", "content", String.valueOf(REFRESH_SECONDS));
        }
        page.element("title", title + " – λFS");
        page.open("link", "rel", "stylesheet", "href", "/console.css").close("head");
        page.open("body").open("header").element("strong", "λFS").open("nav");
        for (Entry entry : MENU) {
            page.element(
                    "a",
                    entry.title(),
                    "href",
                    entry.address(),
                    "class",
                    entry.title().equals(title) ? "here" : "");
        }
        page.close("nav").close("header").open("main").element("h1", title);
        page.add(content).close("main");
        page.open("footer");
        page.link("/jmx", "jmx").text(" ").link("/conf", "conf").text(" ").link("/stacks", "stacks");
        page.text(" ").link("/prom", "prom").close("footer").close("body").close("html");
        return "<!DOCTYPE html>\n" + page;
    }
}
