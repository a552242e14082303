package io.lambdafs.gateway.console;

import java.util.List;

/** What all pages have around their content. */
final class PageFrame {
    /** A page about what happens now is asked for again after this time. */
    private static final int REFRESH_SECONDS = 10;

    private static final List<Entry> MENU = List.of(
            new Entry("Overview", "/"),
            new Entry("Functions", "/functions"),
            new Entry("Load", "/load"),
            new Entry("Files", "/explorer"),
            new Entry("Directories", "/directories"),
            new Entry("Housekeeping", "/housekeeping"));

    /** An entry of the menu: the title of a page, and where it is. */
    private record Entry(String title, String address) {}

    private PageFrame() {}

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
        page.open("link", "rel", "icon", "type", "image/svg+xml", "href", "/icon.svg");
        page.open("link", "rel", "stylesheet", "href", "/console.css")
                .close("head")
                .open("body");
        menu(title, page);
        page.open("main").element("h1", title).add(content).close("main");
        page.open("footer").element("span", "Also at this address:").link("/prom", "metrics");
        page.link("/conf", "settings").link("/jmx", "JMX").link("/stacks", "threads");
        page.close("footer").close("body").close("html");
        return "<!DOCTYPE html>\n" + page;
    }

    private static void menu(String title, Html page) {
        page.open("header").open("a", "href", "/", "class", "brand");
        page.open("img", "src", "/icon.svg", "alt", "", "width", "26", "height", "26");
        page.text("λFS").close("a").open("nav", "aria-label", "pages");
        for (Entry entry : MENU) {
            String[] attributes = entry.title().equals(title)
                    ? new String[] {"href", entry.address(), "aria-current", "page"}
                    : new String[] {"href", entry.address()};
            page.element("a", entry.title(), attributes);
        }
        page.close("nav").close("header");
    }
}
