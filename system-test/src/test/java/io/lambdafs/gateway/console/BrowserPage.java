package io.lambdafs.gateway.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.system.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A page of a browser: what a person sees in it, and what went wrong. */
final class BrowserPage {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int HTTP_ERROR = 400;
    private static final int MAX_PICTURE_HEIGHT = 1_400;

    private final DevTools tools;
    private final String session;
    private final Look look;

    private BrowserPage(DevTools tools, String session, Look look) {
        this.tools = tools;
        this.session = session;
        this.look = look;
    }

    /**
     * How a page is shown.
     *
     * @param width in pixels of the style sheet
     */
    record Look(String name, int width, int height, boolean dark) {
        static final Look DESKTOP = new Look("light", 1_280, 800, false);
        static final Look DARK = new Look("dark", 1_280, 800, true);
        static final Look PHONE = new Look("phone", 390, 844, false);
        static final Look NARROW = new Look("narrow", 320, 640, true);

        static final List<Look> ALL = List.of(DESKTOP, DARK, PHONE, NARROW);
    }

    static BrowserPage open(DevTools tools, String session, Look look) throws IOException {
        BrowserPage page = new BrowserPage(tools, session, look);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            page.send(domain + ".enable", Map.of());
        }
        page.send(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        look.width(),
                        "height",
                        look.height(),
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        look.width() < Look.DESKTOP.width()));
        page.send(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", look.dark() ? "dark" : "light"))));
        return page;
    }

    /** Goes to an address; returns when all of the page is there. */
    void go(URI address) throws Exception {
        long before = loads();
        send("Page.navigate", Map.of("url", address.toString()));
        awaitLoad(before);
    }

    /** Clicks the element of this selector, which leads to another page; returns when that is there. */
    void click(String selector) throws Exception {
        long before = loads();
        evaluate("document.querySelector(" + '"' + selector.replace("\"", "\\\"") + '"' + ").click()");
        awaitLoad(before);
    }

    /** Puts this text into a field. */
    void type(String selector, String text) throws IOException {
        evaluate("document.querySelector('" + selector + "').value = '" + text + "'");
    }

    private long loads() {
        return tools.events(session).stream()
                .filter(event -> event.method().equals("Page.loadEventFired"))
                .count();
    }

    private void awaitLoad(long before) throws Exception {
        Await.until("the page is loaded", BOUND, () -> loads() > before);
    }

    String title() throws IOException {
        return evaluate("document.title").asText();
    }

    String path() throws IOException {
        return evaluate("location.pathname").asText();
    }

    /** The text that a person sees. */
    String text() throws IOException {
        return evaluate("document.body.innerText").asText();
    }

    /** By how many pixels the page is wider than the window. */
    int overflow() throws IOException {
        return evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                .asInt();
    }

    /** The brightness of the background, from 0 for black to 765 for white. */
    int brightness() throws IOException {
        return evaluate("getComputedStyle(document.documentElement).backgroundColor.match(/[0-9]+/g).slice(0, 3)"
                        + ".reduce((sum, part) => sum + Number(part), 0)")
                .asInt();
    }

    /** The time from asking for the page until something of it was to be seen, in milliseconds. */
    double firstPaintMillis() throws Exception {
        String paints = "performance.getEntriesByName('first-contentful-paint')";
        Await.until(
                "something is to be seen",
                BOUND,
                () -> evaluate(paints + ".length").asInt() > 0);
        return evaluate(paints + "[0].startTime").asDouble();
    }

    /** What the browser complained of, and requests that failed. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (DevTools.Event event : tools.events(session)) {
            JsonNode said = event.parameters();
            boolean failed = event.method().equals("Network.responseReceived")
                    && said.path("response").path("status").asInt() >= HTTP_ERROR;
            if (failed
                    || Set.of(
                                    "Log.entryAdded",
                                    "Runtime.exceptionThrown",
                                    "Runtime.consoleAPICalled",
                                    "Network.loadingFailed")
                            .contains(event.method())) {
                complaints.add(event.method() + " " + said);
            }
        }
        return complaints;
    }

    /** The addresses that the browser asked for on behalf of the page. */
    Set<String> requests() {
        return tools.events(session).stream()
                .filter(event -> event.method().equals("Network.requestWillBeSent"))
                .map(event -> event.parameters().path("request").path("url").asText())
                .collect(Collectors.toSet());
    }

    /** Writes a picture of the page, as PNG; of a long one the beginning. */
    void picture(Path file) throws IOException {
        int height = Math.max(
                look.height(), evaluate("document.documentElement.scrollHeight").asInt());
        Map<String, Object> clip = Map.of(
                "x", 0, "y", 0, "width", look.width(), "height", Math.min(height, MAX_PICTURE_HEIGHT), "scale", 1);
        JsonNode picture =
                send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
        Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
    }

    private JsonNode evaluate(String expression) throws IOException {
        JsonNode result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IOException(expression + ": " + result.get("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    private JsonNode send(String method, Map<String, Object> parameters) throws IOException {
        return tools.send(session, method, parameters);
    }
}
