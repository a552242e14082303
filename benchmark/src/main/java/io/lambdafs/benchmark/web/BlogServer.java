package io.lambdafs.benchmark.web;

import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The blog as an ordinary server: one process of this machine, with SQLite in a local directory. */
final class BlogServer implements BlogHost {
    private static final int END_SECONDS = 10;

    private final Process process;
    private final Site site;
    private final ProcessFigures figures;

    private BlogServer(Process process, Site site, ProcessFigures figures) {
        this.process = process;
        this.site = site;
        this.figures = figures;
    }

    /**
     * Starts it.
     *
     * @param blog the blog's source
     * @param directory for its database and its program
     */
    static BlogServer start(Path blog, Path directory) throws IOException {
        Path script =
                Resource.copy("server.py", Files.createDirectories(directory).resolve("server.py"));
        Process process = new ProcessBuilder(
                        List.of("python3", script.toString(), blog.toString(), directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // It says nothing after this.
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String url = said.readLine();
        if (url == null) {
            throw new IOException("the blog's server does not start");
        }
        return new BlogServer(process, new Site(URI.create(url), "none"), new ProcessFigures(Path.of("/proc")));
    }

    @Override
    public String title() {
        return "server";
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Usage usage() {
        return new Usage(1, figures.cpuMicros(process.pid()), 0);
    }

    @Override
    public InstanceTime instanceTime() {
        return new InstanceTime(0, 0);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
