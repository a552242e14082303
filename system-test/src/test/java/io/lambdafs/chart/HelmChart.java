package io.lambdafs.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The chart {@code helm/lambdafs}, with Helm and the checker of its manifests. */
final class HelmChart {
    /** The release that is rendered; names of objects begin with it. */
    static final String RELEASE = "lambdafs";

    /** A Helm that was built without its release's settings takes the cluster for an old one. */
    private static final String KUBERNETES = "--kube-version=1.31.0";

    /** Its namespace. */
    static final String NAMESPACE = "files";

    private static final Duration BUILD_BOUND = Duration.ofMinutes(30);
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int UNUSABLE = 3;
    private static final Path DIRECTORY = CheckoutSources.root().resolve("helm/lambdafs");

    private final String helm;
    private final String go;
    private final Path checker;

    private HelmChart(String helm, String go, Path checker) {
        this.helm = helm;
        this.go = go;
        this.checker = checker;
    }

    /** What came of looking for Helm and Go: the chart, or the line that says what is missing. */
    record Search(@Nullable HelmChart found, String leftOut) {}

    /** How a program ended, and what it said. */
    record Output(int status, String text, String errors) {
        String require() throws IOException {
            if (status != 0) {
                throw new IOException("ended with " + status + ":\n" + text + errors);
            }
            return text;
        }
    }

    /** Looks for the programs, has them installed where that may be done, and builds the checker. */
    static Search find() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        for (String name : List.of("go", "helm")) {
            String tool = CheckoutSources.root().resolve(".mvn/tool.sh").toString();
            Output output = run(BUILD_BOUND, CheckoutSources.root(), Redirect.from(new File("/dev/null")), tool, name);
            if (output.status() == UNUSABLE) {
                return new Search(null, output.errors().strip());
            }
            found.add(output.require().strip());
        }
        Path target = Files.createDirectories(CheckoutSources.root().resolve("system-test/target"));
        HelmChart chart = new HelmChart(found.get(1), found.get(0), target.resolve("helm-check"));
        chart.go("build", "-o", chart.checker.toString(), ".").require();
        return new Search(chart, "");
    }

    /** Runs the Go toolchain in the checker's directory. */
    Output go(String... arguments) throws IOException, InterruptedException {
        return tool(
                go,
                BUILD_BOUND,
                CheckoutSources.root().resolve("helm/check"),
                Redirect.from(new File("/dev/null")),
                arguments);
    }

    /** What {@code helm lint} says with these values. */
    Output lint(List<String> values) throws IOException, InterruptedException {
        return helm("lint", "--strict", values);
    }

    /** What {@code helm template} makes of these values, each {@code NAME=VALUE}. */
    Output render(List<String> values) throws IOException, InterruptedException {
        return helm("template", "--namespace=" + NAMESPACE, values);
    }

    private Output helm(String command, String option, List<String> values) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(command));
        if (command.equals("template")) {
            arguments.add(RELEASE);
        }
        arguments.addAll(List.of(DIRECTORY.toString(), KUBERNETES, option));
        // An object is given as JSON, whose numbers Helm takes as it takes those of a file.
        values.forEach(value -> arguments.addAll(List.of(value.endsWith("}") ? "--set-json" : "--set", value)));
        return tool(
                helm,
                BOUND,
                CheckoutSources.root(),
                Redirect.from(new File("/dev/null")),
                arguments.toArray(String[]::new));
    }

    /** Checks manifests; what is wrong with them is in the errors. */
    Output check(String manifests) throws IOException, InterruptedException {
        Path file = Files.createTempFile("manifests", ".yaml");
        try {
            Files.writeString(file, manifests);
            return run(BOUND, CheckoutSources.root(), Redirect.from(file.toFile()), checker.toString());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** The objects of these values, all in order. */
    JsonNode objects(List<String> values) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(check(render(values).require()).require());
    }

    private static Output tool(String program, Duration bound, Path directory, Redirect input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        return run(bound, directory, input, command.toArray(String[]::new));
    }

    private static Output run(Duration bound, Path directory, Redirect input, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectInput(input);
        builder.environment().put("GOFLAGS", "-mod=readonly -buildvcs=false");
        // A tool's own settings and those of a cluster that the user works with have no part in this.
        builder.environment().keySet().removeIf(name -> name.startsWith("HELM_") || name.equals("KUBECONFIG"));
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            if (!process.waitFor(bound.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException("not within " + bound + ": " + String.join(" ", command));
            }
            return new Output(process.exitValue(), output.output(), output.errors());
        }
    }
}
