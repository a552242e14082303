package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that lead into the code name classes that there are. */
final class DocumentedClassesTest {
    /** Pages whose names of classes are all this project's, but for those of {@link #OTHERS}. */
    private static final List<String> GUIDES =
            List.of("CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/security-checks.md");

    private static final Set<String> OTHERS = Set.of(
            "ServiceLoader",
            "Configuration",
            "FailoverProxyProvider",
            "HdfsFileStatusProto",
            "DFSClient",
            "DistributedFileSystem",
            "DatanodeProtocol",
            "ClientProtocol");

    private static final Pattern CLASS = Pattern.compile("`(?:[a-z]+\\.)*([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+)`");
    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]+Test)(?:[.#][^`]*)?`");

    /** Tests that Hadoop has for file systems of others. */
    private static final Pattern HADOOPS = Pattern.compile("AbstractContract\\w+|FileSystemContractBaseTest");

    @Test
    void guides_nameClassesThatAreThere() {
        Set<String> classes = classes();
        Set<String> unknown = new TreeSet<>();
        int names = 0;
        for (String guide : GUIDES) {
            Matcher name =
                    CLASS.matcher(CheckoutSources.read(CheckoutSources.root().resolve(guide)));
            while (name.find()) {
                names++;
                if (!classes.contains(name.group(1)) && !OTHERS.contains(name.group(1))) {
                    unknown.add(guide + ": " + name.group(1));
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(names).as("names that were read").isGreaterThan(50);
    }

    @Test
    void checksOfSecureMode_haveATestEach() {
        List<String> rows = CheckoutSources.read(CheckoutSources.root().resolve("docs/security-checks.md"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| check |") && !line.startsWith("| what |"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(80)
                .allSatisfy(row -> assertThat(
                                TEST.matcher(row.substring(0, row.length() - 1).substring(row.lastIndexOf(" | ") + 3))
                                        .find())
                        .as(row)
                        .isTrue());
    }

    @Test
    void pages_nameTestsThatAreThere() throws IOException {
        Set<String> classes = classes();
        Set<String> unknown = new TreeSet<>();
        Path root = CheckoutSources.root();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            List<Path> pages = Stream.concat(
                            Stream.of(root.resolve("SECURITY.md")),
                            docs.filter(file -> file.toString().endsWith(".md")))
                    .toList();
            for (Path page : pages) {
                Matcher name = TEST.matcher(CheckoutSources.read(page));
                while (name.find()) {
                    if (!classes.contains(name.group(1))
                            && !HADOOPS.matcher(name.group(1)).matches()) {
                        unknown.add(page.getFileName() + ": " + name.group(1));
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    private static Set<String> classes() {
        return CheckoutSources.allJavaFiles().stream()
                .map(file -> String.valueOf(file.getFileName()).replaceFirst("\\.java$", ""))
                .collect(Collectors.toSet());
    }
}
