package io.lambdafs.benchmark.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.plot.TextBoxes;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PaperReportTest {
    private static final int[] DUE = {100, 100, 656, 656, 100, 100};
    /** No letter is so wide; the line of a system that falls behind is. */
    private static final int LEAST_RUN = 100;

    private static final int BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    private PaperFiles write() throws IOException {
        BurstResults results = new BurstResults(
                new BurstLoad(100, 2, true),
                "Why the rate is what it is.",
                Map.of(
                        Mode.LAMBDAFS,
                        Runs.of(Mode.LAMBDAFS, DUE, 700),
                        Mode.STATELESS,
                        Runs.of(Mode.STATELESS, DUE, 150)),
                List.of("http-only was not measured: no time"));
        PaperFiles files = new PaperFiles(directory, "a < b & c");
        files.write(List.of(
                BurstSection.of(results),
                BurstCostSection.of(results, Prices.paper()),
                BurstLatencySection.of(results),
                ReducedCacheSection.of(results)));
        return files;
    }

    @Test
    void page_needsNothingElse_andHasTheFourPartsOfEachSection() throws IOException {
        String html = Files.readString(write().page());

        assertThat(html).doesNotContain("http://", "https://", "<script", "<link");
        assertThat(html.split("What the paper found", -1)).hasSize(5);
        assertThat(html.split("What was measured", -1)).hasSize(5);
        assertThat(html.split("How they compare", -1)).hasSize(5);
        assertThat(html.split("What this machine cannot show", -1)).hasSize(5);
        assertThat(html).contains("a &lt; b &amp; c", "$0.0255 in the paper", "http-only was not measured: no time");
    }

    /** Of the whole load the burst lasts a twentieth, so the labels of its beginning and its end are close. */
    @Test
    void labelsOfTheBurst_coverNothing() throws IOException {
        BurstLoad load = new BurstLoad(100, 4, false);
        int[] due = new int[load.seconds()];
        Arrays.fill(due, 100);
        BurstResults results =
                new BurstResults(load, "because", Map.of(Mode.LAMBDAFS, Runs.of(Mode.LAMBDAFS, due, 700)), List.of());
        PaperFiles files = new PaperFiles(directory, "labels");
        files.write(List.of(BurstSection.of(results)));

        List<String> charts = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL)
                .matcher(Files.readString(files.page()))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(charts).hasSizeGreaterThanOrEqualTo(2).allSatisfy(chart -> {
            assertThat(TextBoxes.texts(chart)).contains("burst", "ends");
            assertThat(TextBoxes.overlaps(chart)).isEmpty();
        });
    }

    @Test
    void tables_areThereForProgramsAndForGnuplot() throws IOException {
        write();

        assertThat(Files.readAllLines(directory.resolve("fig8-throughput.csv")))
                .startsWith("t_s,due,lambdafs,stateless", "0,100,100,100", "1,100,100,100", "2,656,656,150");
        assertThat(Files.readAllLines(directory.resolve("fig8-throughput.dat")))
                .startsWith("# t_s\tdue\tlambdafs\tstateless")
                .contains("10\t?\t?\t150");
        assertThat(Files.readString(directory.resolve("run.json"))).contains("\"key\" : \"fig9\"");
    }

    @Test
    void browser_showsThePlots() throws Exception {
        Path tool = Path.of("..", ".mvn", "tool.sh").toAbsolutePath().normalize();
        Path found = directory.resolve("tool.txt");
        Process search = new ProcessBuilder(tool.toString(), "chromium")
                .redirectErrorStream(true)
                .redirectOutput(found.toFile())
                .start();
        assertThat(search.waitFor(10L * BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        List<String> said = Files.readAllLines(found, StandardCharsets.UTF_8);
        assumeThat(search.exitValue()).as(String.join(" ", said)).isZero();

        BufferedImage image = screenshot(said.get(said.size() - 1), write().page());

        assertThat(longestGreenRun(image)).isGreaterThan(LEAST_RUN);
    }

    private BufferedImage screenshot(String browser, Path page) throws IOException, InterruptedException {
        File png = directory.resolve("page.png").toFile();
        Process process = new ProcessBuilder(
                        browser,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--host-resolver-rules=MAP * ~NOTFOUND",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--window-size=1250,1600",
                        "--screenshot=" + png,
                        page.toUri().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("browser.log").toFile())
                .start();
        if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(png).as(Files.readString(directory.resolve("browser.log"))).exists();
        return ImageIO.read(png);
    }

    /** The longest row of pixels in the colour of the third line of a chart, which is that of stateless mode. */
    private static int longestGreenRun(BufferedImage image) {
        int longest = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            int run = 0;
            for (int x = 0; x < image.getWidth(); x++) {
                run = isGreen(image.getRGB(x, y)) ? run + 1 : 0;
                longest = Math.max(longest, run);
            }
        }
        return longest;
    }

    /** Also where the edge of a line is mixed with the paper. */
    private static boolean isGreen(int color) {
        int red = color >> 16 & 0xff;
        int green = color >> 8 & 0xff;
        int blue = color & 0xff;
        return green > red + 40 && green > blue + 40;
    }
}
