package io.lambdafs.cli.tour;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The files of the repository: what git tracks, or without git what is neither built nor data.
 *
 * @param root the repository's directory
 * @param files relative to it, in order
 */
record SourceTree(Path root, List<Path> files) {
    private static final Set<String> NOT_SOURCES = Set.of("target", "data", ".git");
    private static final long GIT_SECONDS = 20;

    /** One of the root's directories, with so many files in and below it. */
    record Part(String name, int files) {}

    static SourceTree of(Path root) throws IOException, InterruptedException {
        List<Path> tracked = tracked(root);
        return new SourceTree(root, tracked.isEmpty() ? walked(root) : tracked);
    }

    private static List<Path> tracked(Path root) throws IOException, InterruptedException {
        Process git;
        try {
            git = new ProcessBuilder("git", "-C", root.toString(), "ls-files", "-z")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noGit) {
            return List.of();
        }
        String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!git.waitFor(GIT_SECONDS, TimeUnit.SECONDS) || git.exitValue() != 0) {
            return List.of();
        }
        return Stream.of(names.split("\0", -1))
                .filter(name -> !name.isEmpty() && Files.isRegularFile(root.resolve(name)))
                .map(Path::of)
                .sorted()
                .toList();
    }

    private static List<Path> walked(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.map(root::relativize)
                    .filter(path -> Stream.iterate(path, part -> part != null, Path::getParent)
                            .noneMatch(part -> NOT_SOURCES.contains(String.valueOf(part.getFileName()))))
                    .filter(path -> Files.isRegularFile(root.resolve(path)))
                    .sorted()
                    .toList();
        }
    }

    long bytes() throws IOException {
        long sum = 0;
        for (Path file : files) {
            sum += Files.size(root.resolve(file));
        }
        return sum;
    }

    /** That of the root's directories which has the most files. */
    Part largestDirectory() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Path file : files) {
            if (file.getNameCount() > 1) {
                counts.merge(file.getName(0).toString(), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .map(count -> new Part(count.getKey(), count.getValue()))
                .max(Comparator.comparingInt(Part::files))
                .orElseThrow(() -> new IllegalStateException(root + " has no directory with files"));
    }
}
