package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.gateway.ToolSearch;
import io.lambdafs.gateway.console.BrowserPage.Look;
import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The console in a browser: a person gets from page to page, sees what is there, in light and dark and on a telephone, and the browser
 * has nothing to complain of. Needs Chromium, which need not be there.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class BrowserTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final org.apache.hadoop.fs.Path HOME = new org.apache.hadoop.fs.Path("/browser/d");

    /** What a page must show, by its address. */
    private static final Map<String, String> PAGES = Map.of(
            "/", "live DataNodes",
            "/functions", "Instances",
            "/load", "Operations per second",
            "/explorer", "browser/",
            "/directories", "space with replicas",
            "/housekeeping", "on duty");

    private static final int DARKEST_LIGHT = 600;
    private static final int LIGHTEST_DARK = 165;

    @TempDir
    private Path directory;

    private Chromium browser;
    private URI server;

    @BeforeEach
    void start() throws Exception {
        ToolSearch chromium = ToolSearch.of("chromium");
        assumeThat(chromium.isThere()).as(chromium.message()).isTrue();
        server = Gateways.httpAddress(SharedStack.get(), 0);
        try (FileSystem fs = SharedStack.get().newClient()) {
            fs.mkdirs(HOME);
        }
        browser = Chromium.start(chromium.program(), directory);
    }

    @AfterEach
    void end() throws IOException {
        if (browser != null) {
            browser.close();
        }
        try (FileSystem fs = SharedStack.get().newClient()) {
            fs.delete(HOME.getParent(), true);
        }
    }

    static List<Look> looks() {
        return Look.ALL;
    }

    @ParameterizedTest
    @MethodSource("looks")
    void everyPage_isReachedByItsLink_showsItsContent_andFits(Look look) throws Exception {
        Path pictures = Files.createDirectories(CheckoutSources.root().resolve("system-test/target/console"));
        BrowserPage page = browser.open(look);
        page.go(server.resolve("/"));
        Map<String, Long> paints = new TreeMap<>();
        for (Map.Entry<String, String> expected : PAGES.entrySet()) {
            String address = expected.getKey();
            page.click("nav a[href='" + address + "']");
            assertThat(page.path()).isEqualTo(address);
            awaitText(page, address, expected.getValue());
            paints.put(address, Math.round(page.firstPaintMillis()));
            assertThat(page.title()).endsWith(" – λFS");
            assertThat(page.overflow())
                    .as("pixels by which %s is too wide", address)
                    .isZero();
            assertThat(page.brightness())
                    .as("brightness of %s", address)
                    .isBetween(look.dark() ? 0 : DARKEST_LIGHT, look.dark() ? LIGHTEST_DARK : 765);
            page.picture(pictures.resolve(ConsolePictures.file(address, look)));
        }
        System.out.println("first paint in milliseconds, " + look.name() + ": " + paints);
        assertThat(page.complaints()).isEmpty();
        assertThat(page.requests()).allMatch(request -> request.startsWith(server.toString()));
    }

    @Test
    void pathThatIsTyped_isShown_andALinkLeadsToItsParent() throws Exception {
        BrowserPage page = browser.open(Look.PHONE);
        page.go(server.resolve("/explorer"));
        page.type("input[name=path]", "/browser/d");
        page.click("form button");
        assertThat(page.text()).contains("The directory is empty.");
        page.click(".path a[href$='browser']");
        assertThat(page.text()).contains("d/").doesNotContain("The directory is empty.");
        assertThat(page.complaints()).isEmpty();
    }

    @Test
    void pageThatCannotBeShown_saysWhy() throws Exception {
        BrowserPage page = browser.open(Look.NARROW);
        page.go(server.resolve("/explorer?path=/none/" + "long".repeat(40)));
        assertThat(page.text()).contains("There is no file or directory /none/long");
        assertThat(page.overflow()).isZero();
        assertThat(page.complaints())
                .as("the browser says that the status is 404")
                .hasSize(2)
                .allMatch(complaint -> complaint.contains("404"));
    }

    /** Pages about what happens now show what the gateway has read, which takes some seconds after its start. */
    private static void awaitText(BrowserPage page, String address, String text) throws Exception {
        Await.until(address + " shows " + text, BOUND, () -> {
            boolean shown = page.text().contains(text);
            if (!shown) {
                page.click("nav a[href='" + address + "']");
            }
            return shown;
        });
    }
}
