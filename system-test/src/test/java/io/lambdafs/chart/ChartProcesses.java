package io.lambdafs.chart;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Await;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The containers of a rendered chart as processes. What is different from a cluster: addresses are loopback ones, of which each process
 * has its own as a pod does, and the directories of images and volumes are temporary ones.
 */
final class ChartProcesses implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final Pattern ENTRYPOINT = Pattern.compile("(?m)^ENTRYPOINT (\\[.*])$");
    private static final Pattern FUNCTION = Pattern.compile("namenode(\\d)$");
    private static final String HTTP_SECRET = "lambdafs-http";
    private static final String STORE_SECRET = "lambdafs-store";
    private static final String GATEWAY = "lambdafs-gateway";
    private static final String FUNCTION_URL =
            "http://lambdafs-{function}." + HelmChart.NAMESPACE + ".svc.cluster.local:8080/";
    private static final int FIRST_DATANODE = 40;

    private final Path work;
    private final Path services;
    private final List<String> entryPoint;
    private final Map<String, String> secrets;
    private final JsonNode objects;
    private final String network;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, Process> processes = new LinkedHashMap<>();

    private ChartProcesses(JsonNode objects, Path work) throws IOException, InterruptedException {
        this.work = work;
        this.objects = objects;
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        network = "127." + chance.nextInt(1, 255) + "." + chance.nextInt(0, 255) + ".";
        services = work.resolve("services");
        said("helm/services-image", services.toString());
        // Settings are needed to write it; the pods' own take their place.
        Path function = work.resolve("function");
        said(
                "bin/lambdafs",
                "image",
                function.toString(),
                "-e",
                "LAMBDAFS_STORE_URL=rocks://nowhere:1",
                "-e",
                "LAMBDAFS_ZOOKEEPER=nowhere:1",
                "-e",
                "LAMBDAFS_DEPLOYMENTS=9",
                "-e",
                "LAMBDAFS_SUPERUSER=nobody");
        entryPoint = entryPoint(function);
        secrets = Map.of(
                "http", RenderedPod.secret(objects, HTTP_SECRET, "http").orElseThrow(),
                "store", RenderedPod.secret(objects, STORE_SECRET, "password").orElseThrow());
        for (String name : List.of("store.args", "zookeeper.args", "datanode.args", "gateway.args")) {
            String text = Files.readString(services.resolve(name));
            Files.writeString(services.resolve(name), text.replace("/lambdafs/lib/", services + "/lib/"));
        }
    }

    /** Starts one process for each container, those of the functions before what they need. */
    static ChartProcesses start(JsonNode objects, int dataNodes, Path work) throws IOException, InterruptedException {
        ChartProcesses all = new ChartProcesses(objects, work);
        try {
            all.startAll(RenderedPod.of(objects), dataNodes);
            return all;
        } catch (IOException | InterruptedException | RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void startAll(List<RenderedPod> pods, int dataNodes) throws IOException, InterruptedException {
        int next = 1;
        for (RenderedPod pod : pods) {
            Matcher function = FUNCTION.matcher(pod.workload());
            // A client's pattern for addresses has the number of the function in it.
            String last = function.find() ? "1" + function.group(1) : Integer.toString(next++);
            addresses.put(pod.workload() + "." + HelmChart.NAMESPACE + ".svc.cluster.local", network + last);
        }
        for (RenderedPod pod : pods) {
            boolean isDataNode = pod.workload().endsWith("-datanode");
            for (int i = 0; i < (isDataNode ? dataNodes : 1); i++) {
                String address = isDataNode
                        ? network + (FIRST_DATANODE + i)
                        : requireNonNull(
                                addresses.get(pod.workload() + "." + HelmChart.NAMESPACE + ".svc.cluster.local"));
                start(pod, pod.workload() + "-" + i, address);
            }
        }
    }

    private void start(RenderedPod pod, String name, String address) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(work.resolve(name));
        for (String each : List.of("run", "var", "etc/secret", "etc/conf", "tmp")) {
            Files.createDirectories(directory.resolve(each));
        }
        for (Map.Entry<String, String> secret : secrets.entrySet()) {
            // As the kubelet mounts it for a group: the engine would refuse to read it from here.
            Path file = Files.writeString(directory.resolve("etc/secret/" + secret.getKey()), secret.getValue());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        }
        if (pod.workload().equals(GATEWAY)) {
            for (Map.Entry<String, String> file : configuration(GATEWAY).entrySet()) {
                Files.writeString(
                        directory.resolve("etc/conf/" + file.getKey()),
                        placed(file.getValue().replace(FUNCTION_URL, functionUrl()), directory, address));
            }
        }
        if (!pod.init().isEmpty()) {
            ProcessBuilder init = new ProcessBuilder(placed(pod.init(), directory, address)).inheritIO();
            if (init.start().waitFor() != 0) {
                throw new IOException(pod.init() + " failed");
            }
        }
        List<String> command = new ArrayList<>(pod.command().isEmpty() ? entryPoint : pod.command());
        command.add(1, "-Djava.io.tmpdir=" + directory.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(placed(command, directory, address))
                .directory(new File("/"))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        builder.environment().clear();
        pod.environment().forEach((key, value) -> builder.environment().put(key, placed(value, directory, address)));
        if (pod.command().isEmpty()) {
            builder.environment().put("LAMBDAFS_HTTP_HOST", address);
        }
        processes.put(name, builder.start());
    }

    /** The files in the ConfigMap of this name, with the addresses that processes have here. */
    Map<String, String> configuration(String name) {
        Map<String, String> files = new LinkedHashMap<>();
        for (JsonNode object : objects) {
            if (object.path("kind").asText().equals("ConfigMap")
                    && object.at("/metadata/name").asText().equals(name)) {
                object.path("data")
                        .properties()
                        .forEach(
                                each -> files.put(each.getKey(), each.getValue().asText()));
            }
        }
        return files;
    }

    /** Where the gateway is. */
    String gateway() {
        return requireNonNull(addresses.get(GATEWAY + "." + HelmChart.NAMESPACE + ".svc.cluster.local"));
    }

    /** Waits until the gateway serves. */
    void awaitGateway() throws Exception {
        Await.until(
                "the gateway is ready",
                BOUND,
                () -> Files.readString(log(GATEWAY + "-0")).contains("READY gateway"));
    }

    private List<String> placed(List<String> words, Path directory, String address) {
        return words.stream().map(word -> placed(word, directory, address)).toList();
    }

    private String placed(String word, Path directory, String address) {
        String placed = word.equals("java")
                ? Path.of(System.getProperty("java.home"), "bin", "java").toString()
                : word.replace("@/lambdafs/", "@" + services + "/")
                        .replace("/etc/lambdafs/", directory + "/etc/")
                        .replace("/var/lib/lambdafs", directory + "/var")
                        .replace("/run/lambdafs", directory + "/run")
                        .replace("0.0.0.0", address)
                        .replace(RenderedPod.ADDRESS, address);
        for (Map.Entry<String, String> each : addresses.entrySet()) {
            placed = placed.replace(each.getKey(), each.getValue());
        }
        return placed;
    }

    private static List<String> entryPoint(Path image) throws IOException {
        Matcher line = ENTRYPOINT.matcher(Files.readString(image.resolve("Dockerfile")));
        if (!line.find()) {
            throw new IOException("no ENTRYPOINT in the Dockerfile of " + image);
        }
        List<String> words = List.of(new ObjectMapper().readValue(line.group(1), String[].class));
        return words.stream()
                .map(word -> word.replace("/lambdafs/lib/", image + "/lib/"))
                .toList();
    }

    /** Runs a program of the checkout that ends by itself. */
    private void said(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(CheckoutSources.root().resolve(program).toString()));
        command.addAll(List.of(arguments));
        Path log = log(Path.of(program).getFileName().toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("LAMBDAFS_BUILD", "never");
        if (builder.start().waitFor() != 0) {
            throw new IOException(command + ":\n" + Files.readString(log));
        }
    }

    private Path log(String name) {
        return work.resolve(name + ".log");
    }

    /** Waits until all DataNodes have registered. */
    void awaitDataNodes() throws Exception {
        for (String name : processes.keySet()) {
            if (name.contains("-datanode-")) {
                Await.until(
                        name + " is ready",
                        BOUND,
                        () -> Files.readString(log(name)).contains("READY datanode"));
            }
        }
    }

    /** For a client: where function number {number} is. */
    String functionUrl() {
        return "http://" + network + "1{number}:8080/";
    }

    /** The secret that a client shows to functions. */
    Path httpSecret() {
        return work.resolve("lambdafs-namenode0-0/etc/secret/http");
    }

    /** What the processes have said. */
    String said() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String name : processes.keySet()) {
            text.append(name).append(":\n").append(Files.readString(log(name)));
        }
        return text.toString();
    }

    /** Asks all to end, the functions first; the statuses with which they ended. */
    List<Integer> end() throws InterruptedException, IOException {
        List<Integer> statuses = new ArrayList<>();
        for (Map.Entry<String, Process> each : processes.entrySet()) {
            each.getValue().destroy();
            if (!each.getValue().waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException(each.getKey() + " does not end");
            }
            statuses.add(each.getValue().exitValue());
        }
        return statuses;
    }

    @Override
    public void close() {
        for (Process process : processes.values()) {
            process.destroyForcibly().onExit().join();
        }
    }
}
