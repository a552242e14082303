package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.tidy.CheckoutSources;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.codehaus.mojo.animal_sniffer.ClassListBuilder;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;
import org.codehaus.mojo.animal_sniffer.logging.Logger;
import org.codehaus.mojo.animal_sniffer.logging.PrintWriterLogger;
import org.junit.jupiter.api.Test;

/**
 * Whether a Java 8 can load all of the plugin's jar, the libraries in it included, and has all that it calls; and whether the
 * libraries have names of their own in it.
 */
final class Java8Test {
    private static final int CLASS_FILE_OF_JAVA_8 = 52;
    private static final Path JAR = CheckoutSources.root().resolve("lambdafs-client/target/lambdafs-client.jar");
    private static final Path SIGNATURES =
            CheckoutSources.root().resolve("system-test/target/stock-clients/java8/java18-1.0.signature");
    /**
     * What the client that loads the jar has besides Java, Hadoop's own log among it; and what KryoNet's default serialization, which is replaced, would
     * need of Kryo, which is left out.
     */
    private static final List<String> NOT_JAVA =
            List.of("org.apache.hadoop.*", "org.slf4j.*", "io.lambdafs.client.shaded.*");

    @Test
    void classFiles_areOfJava8() throws IOException {
        List<String> later = new ArrayList<>();
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (ZipEntry entry : classes(jar)) {
                try (DataInputStream file = new DataInputStream(jar.getInputStream(entry))) {
                    file.readInt();
                    file.readUnsignedShort();
                    if (file.readUnsignedShort() > CLASS_FILE_OF_JAVA_8) {
                        later.add(entry.getName());
                    }
                }
            }
        }
        assertThat(later).isEmpty();
    }

    @Test
    void classes_haveNamesThatNoOtherLibraryHas() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            assertThat(classes(jar)).extracting(ZipEntry::getName).allMatch(name -> name.startsWith("io/lambdafs/"));
        }
    }

    private static List<ZipEntry> classes(ZipFile jar) {
        List<ZipEntry> classes = jar.stream()
                .filter(entry -> entry.getName().endsWith(".class"))
                .filter(entry -> !entry.getName().startsWith("META-INF/"))
                .collect(Collectors.toList());
        assertThat(classes).hasSizeGreaterThan(100);
        return classes;
    }

    @Test
    void whatItCalls_isInJava8() throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Logger logger = new PrintWriterLogger(new PrintStream(said, true, StandardCharsets.UTF_8));
        ClassListBuilder own = new ClassListBuilder(logger);
        own.process(JAR.toFile());
        Set<String> elsewhere = new HashSet<>(own.getPackages());
        elsewhere.addAll(NOT_JAVA);
        try (InputStream signatures = Files.newInputStream(SIGNATURES)) {
            SignatureChecker checker = new SignatureChecker(signatures, elsewhere, logger);
            checker.setSourcePath(List.of());
            checker.process(JAR.toFile());
            assertThat(checker.isSignatureBroken())
                    .as(said.toString(StandardCharsets.UTF_8))
                    .isFalse();
        }
    }
}
