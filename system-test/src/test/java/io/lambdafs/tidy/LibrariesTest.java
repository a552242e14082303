package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is downloaded and run: no library with a vulnerability that was known when this was written, and nothing unchecked. */
final class LibrariesTest {
    /** Native libraries have a classifier behind their version; they are not loaded. */
    private static final Pattern NETTY = Pattern.compile("netty-[a-z0-9-]+-(\\d+)\\.(\\d+)\\.(\\d+)\\.Final\\.jar");

    /** Earlier ones of 4.1 have known vulnerabilities in their codecs for HTTP, DNS and HAProxy. */
    private static final int OLDEST_NETTY_4_1 = 138;

    private static final Pattern SHA_256 = Pattern.compile("(?m)^distributionSha256Sum=[0-9a-f]{64}$");

    @Test
    void netty_isNoneWithKnownVulnerabilities_alsoWhereHadoopNamesOne() throws IOException {
        Set<String> all = new TreeSet<>();
        Set<String> old = new TreeSet<>();
        for (String jar : jarsOfAllPrograms()) {
            Matcher netty = NETTY.matcher(jar);
            if (netty.matches()) {
                all.add(jar);
                if (!netty.group(1).equals("4")
                        || !netty.group(2).equals("1")
                        || Integer.parseInt(netty.group(3)) < OLDEST_NETTY_4_1) {
                    old.add(jar);
                }
            }
        }
        assertThat(all).isNotEmpty();
        assertThat(old).isEmpty();
    }

    @Test
    void mavenThatIsDownloaded_isCheckedByItsDigest() {
        assertThat(CheckoutSources.read(CheckoutSources.root().resolve(".mvn/wrapper/maven-wrapper.properties")))
                .containsPattern(SHA_256);
    }

    /** The class paths that the build wrote for the programs of a stack. */
    private static Set<String> jarsOfAllPrograms() throws IOException {
        Set<String> jars = new TreeSet<>();
        try (Stream<Path> files = Files.list(CheckoutSources.root().resolve("lambdafs-cli/target/dist"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".classpath")).toList()) {
                for (String jar : List.of(Files.readString(file).strip().split(Pattern.quote(File.pathSeparator)))) {
                    jars.add(Path.of(jar).getFileName().toString());
                }
            }
        }
        return jars;
    }
}
