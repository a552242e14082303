package io.lambdafs.benchmark.web;

import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The blog as a function with a volume, on the platform of a stack that runs. The commands are those that a user gives. */
final class BlogFunction implements BlogHost {
    private static final String NAME = "blog";
    private static final int COMMAND_SECONDS = 60;

    private final Path home;
    private final Path data;
    private final String volume;
    private final Site site;
    private final Platform platform;
    private final ServerProcesses servers;
    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    /** CPU time of each instance there was, at the last look. */
    private final Map<Long, Long> instances = new HashMap<>();

    private BlogFunction(Path home, Path data, String volume, URI url) throws IOException {
        this.home = home;
        this.data = data;
        this.volume = volume;
        String key =
                Files.readString(data.resolve("conf").resolve("platform.key")).strip();
        this.site = new Site(url, "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)));
        this.platform = new Platform("http://" + url.getAuthority(), key);
        this.servers = ServerProcesses.ofStatusTable(Files.readString(data.resolve("status.txt")));
    }

    /**
     * Deploys it.
     *
     * @param home of λFS
     * @param data directory of the stack
     * @param blog the blog's source
     * @param work where its source goes, with what counts its runs
     */
    static BlogFunction deploy(Path home, Path data, Path blog, Path work) throws IOException, InterruptedException {
        Path source = Files.createDirectories(work).resolve("blog.py");
        Files.write(source, Files.readAllBytes(blog));
        Files.write(source, Resource.bytes("counted.py"), StandardOpenOption.APPEND);
        String volume = command(home, data, "volume", "create");
        String url = command(home, data, "faas", "deploy", NAME, "--volume", volume, source.toString());
        return new BlogFunction(home, data, volume, URI.create(url));
    }

    @Override
    public String title() {
        return "function";
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public Usage usage() throws IOException, InterruptedException {
        int awake = 0;
        for (Platform.PooledInstance instance : platform.pool().instances()) {
            if (instance.action().equals(NAME) && instance.pid() > 0) {
                awake += instance.state().equals("paused") ? 0 : 1;
                instances.merge(instance.pid(), figures.cpuMicrosWithChildren(instance.pid()), Math::max);
            }
        }
        return new Usage(
                awake,
                instances.values().stream().mapToLong(Long::longValue).sum(),
                figures.cpuMicrosWithChildren(servers.store())
                        + figures.cpuMicros(servers.zooKeeper())
                        + figures.cpuMicros(servers.platform()));
    }

    @Override
    public InstanceTime instanceTime() throws IOException, InterruptedException {
        return instanceTime(new String(platform.metrics(), StandardCharsets.UTF_8));
    }

    /** Reads the platform's metrics. */
    static InstanceTime instanceTime(String metrics) {
        return new InstanceTime(
                (long) sample(metrics, "lambdafs_platform_activation_duration_seconds_count{"),
                sample(metrics, "lambdafs_platform_activation_duration_seconds_sum{"));
    }

    private static double sample(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name) && line.contains("deployment=\"" + NAME + "\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() throws IOException {
        try {
            command(home, data, "faas", "undeploy", NAME);
            command(home, data, "volume", "delete", volume);
        } catch (InterruptedException e) {
            // The stack is removed with all that is left in it.
            Thread.currentThread().interrupt();
        }
    }

    private static String command(Path home, Path data, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin").resolve("lambdafs").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LAMBDAFS_DATA_DIR", data.toString());
        builder.environment().put("LAMBDAFS_BUILD", "never");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("'lambdafs " + String.join(" ", arguments) + "' failed: " + said);
        }
        return said;
    }
}
