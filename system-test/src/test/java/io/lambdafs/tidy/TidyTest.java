package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the style page says and no compiler checks. */
final class TidyTest {
    private static final int MAX_FILE_CODE_LINES = 500;
    private static final int MAX_FILES_PER_PACKAGE = 40;
    private static final Pattern BANNED_TYPE_NAME =
            Pattern.compile("^(?:I[A-Z][a-z].*|.*(?:Util|Utils|Helper|Helpers|Manager|Impl|Common|Base))$");
    private static final Pattern BANNED_PACKAGE =
            Pattern.compile(".*/(?:util|utils|common|impl|helper|helpers|manager|base)$");
    private static final Pattern MUTABLE_STATIC = Pattern.compile(
            "^\\s*(?:public |protected |private |volatile )*static (?!final |class |record |enum |interface |sealed |abstract |void |<)"
                    + "(?:volatile )?[\\w<>\\[\\], .?]+ \\w+(?: =.*)?;");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(?:TODO|FIXME)\\b(?!\\(#\\d+\\))");
    private static final Pattern WILDCARD_IMPORT = Pattern.compile("(?m)^import [\\w. ]+\\.\\*;");
    private static final Pattern NULL_MARKED = Pattern.compile("(?m)^@NullMarked$");

    /** In the pom of a module that runs on Java 8, which has no such annotation. */
    private static final String NULL_MARKED_BY_POM = "NullAway:AnnotatedPackages=io.lambdafs";

    private static final Pattern MOCKS = Pattern.compile("org\\.(?:mockito|easymock|powermock|jmock)");

    @Test
    void files_areShort() {
        assertThat(filesWhere(text -> codeLines(text) > MAX_FILE_CODE_LINES)).isEmpty();
    }

    @Test
    void packages_areSmallAndDescribed() {
        Map<Path, Integer> sizes = new TreeMap<>();
        CheckoutSources.allJavaFiles().forEach(file -> sizes.merge(file.getParent(), 1, Integer::sum));
        List<String> violations = new ArrayList<>();
        sizes.forEach((directory, files) -> {
            if (files > MAX_FILES_PER_PACKAGE) {
                violations.add(directory + " has " + files + " files, more than " + MAX_FILES_PER_PACKAGE);
            }
            if (BANNED_PACKAGE.matcher(directory.toString()).matches()) {
                violations.add(directory + " is named for no concept");
            }
            if (directory.toString().contains("src/main") && !Files.exists(directory.resolve("package-info.java"))) {
                violations.add(directory + " has no package-info.java");
            }
        });
        assertThat(violations).isEmpty();
    }

    @Test
    void productionPackages_sayThatNothingIsNullByDefault() {
        List<String> violations = new ArrayList<>();
        for (Path module : CheckoutSources.modules()) {
            if (CheckoutSources.read(module.resolve("pom.xml")).contains(NULL_MARKED_BY_POM)) {
                continue;
            }
            for (Path file : CheckoutSources.javaFiles(module.resolve("src/main/java"))) {
                if (file.endsWith("package-info.java")
                        && !NULL_MARKED.matcher(CheckoutSources.read(file)).find()) {
                    violations.add(file + " lacks @NullMarked");
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void imports_nameWhatTheyImport() {
        assertThat(filesWhere(text -> WILDCARD_IMPORT.matcher(text).find()))
                .as("the arrows between modules are read from the imports")
                .isEmpty();
    }

    @Test
    void continuousIntegration_runsTheTestCommandOfTheReadme() {
        Path root = CheckoutSources.root();
        List<String> testCommand = mavenLines(CheckoutSources.read(root.resolve("README.md")));
        List<String> run = mavenLines(CheckoutSources.read(root.resolve(".ci/run")));
        assertThat(testCommand).hasSize(1);
        assertThat(run).startsWith(testCommand.get(0));
        assertThat(CheckoutSources.read(root.resolve("docs/TESTING.md"))).contains(run);
    }

    private static List<String> mavenLines(String text) {
        return text.lines().filter(line -> line.startsWith("./mvnw")).toList();
    }

    /** A reader who meets a name should not have to look at the imports to know what it is. */
    @Test
    void simpleNames_areUnique() {
        Map<String, List<Path>> filesByName = CheckoutSources.allJavaFiles().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        filesByName.values().removeIf(files -> files.size() == 1);
        assertThat(filesByName).isEmpty();
    }

    @Test
    void types_haveNamesOfTheDomain() {
        assertThat(CheckoutSources.allJavaFiles().stream()
                        .map(file -> file.getFileName().toString().replace(".java", ""))
                        .filter(name -> BANNED_TYPE_NAME.matcher(name).matches()
                                // HDFS's word for an entry of the namespace.
                                && !name.startsWith("INode")))
                .isEmpty();
    }

    @Test
    void productionCode_hasNoMutableStatics() {
        List<String> violations = new ArrayList<>();
        for (Path file : CheckoutSources.allJavaFiles()) {
            if (file.toString().contains("src/main")) {
                CheckoutSources.read(file)
                        .lines()
                        .filter(line -> MUTABLE_STATIC.matcher(line).find())
                        .forEach(line -> violations.add(file.getFileName() + ": " + line.strip()));
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void nothing_isLeftUnfinishedOrMocked() {
        Path self = Path.of("TidyTest.java");
        assertThat(filesWhere(text ->
                        UNFINISHED.matcher(text).find() || MOCKS.matcher(text).find()))
                .filteredOn(file -> !file.getFileName().equals(self))
                .isEmpty();
    }

    @Test
    void everyModule_isOnTheMap() {
        String map = CheckoutSources.read(CheckoutSources.root().resolve("docs/ARCHITECTURE.md"));
        assertThat(CheckoutSources.modules())
                .allSatisfy(
                        module -> assertThat(map).contains(module.getFileName().toString()));
    }

    @Test
    void documents_nameOnlyFilesThatExist() {
        List<String> dead = new ArrayList<>();
        Pattern link = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\\)");
        for (Path document : documents()) {
            Matcher target = link.matcher(CheckoutSources.read(document));
            while (target.find()) {
                Path parent = document.toAbsolutePath().getParent();
                if (parent == null || !Files.exists(parent.resolve(target.group(1)))) {
                    dead.add(document.getFileName() + " → " + target.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static List<Path> documents() {
        List<Path> documents = new ArrayList<>();
        for (Path directory :
                List.of(CheckoutSources.root(), CheckoutSources.root().resolve("docs"))) {
            try (var files = Files.newDirectoryStream(directory, "*.md")) {
                files.forEach(documents::add);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return documents;
    }

    private static List<Path> filesWhere(Predicate<String> condition) {
        return CheckoutSources.allJavaFiles().stream()
                .filter(file -> condition.test(CheckoutSources.read(file)))
                .toList();
    }

    private static long codeLines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty()
                        && !line.startsWith("//")
                        && !line.startsWith("*")
                        && !line.startsWith("/*")
                        && !line.startsWith("import "))
                .count();
    }
}
