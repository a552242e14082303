package io.lambdafs.gateway.console;

import io.lambdafs.gateway.console.BrowserPage.Look;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A program that makes the pictures of the console in {@code docs/images} from a stack that runs. */
final class ConsolePictures {
    private static final List<String> PAGES =
            List.of("/", "/functions", "/load", "/explorer", "/directories", "/housekeeping");

    private ConsolePictures() {}

    /**
     * Makes them.
     *
     * @param arguments the browser's program, the URL of the console, where the pictures go, and further pages
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments[2]));
        try (Chromium browser = Chromium.start(arguments[0], Files.createTempDirectory("pictures"))) {
            for (Look look : Look.ALL) {
                BrowserPage page = browser.open(look);
                for (String address : PAGES) {
                    page.go(URI.create(arguments[1] + address));
                    page.picture(directory.resolve(file(address, look)));
                }
                for (int i = 3; i < arguments.length; i++) {
                    page.go(URI.create(arguments[1] + arguments[i]));
                    page.picture(directory.resolve(file("/more" + (i - 2), look)));
                }
            }
        }
    }

    /** The name of the picture of a page. */
    static String file(String address, Look look) {
        String name = address.equals("/") ? "overview" : address.substring(1).replaceAll("\\?.*", "");
        return "console-" + name + "-" + look.name() + ".png";
    }
}
