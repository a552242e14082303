package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start remembers of the number of functions that the store records. */
final class DeploymentsRecordTest {
    @TempDir
    private Path root;

    /** A start that failed has saved another number already; the next one must look at the store. */
    @Test
    void note_countsForItsNumberAndItsStoreOnly() throws IOException {
        DataDirectory data = new DataDirectory(root);
        Files.createDirectories(data.of("conf"));
        StackConfig four = StackConfig.defaults();
        assertThat(DeploymentsRecord.isNoted(data, four)).isFalse();

        DeploymentsRecord.note(data, four);

        assertThat(DeploymentsRecord.isNoted(data, four)).isTrue();
        assertThat(DeploymentsRecord.isNoted(data, with(data, "deployments", "8")))
                .isFalse();
        assertThat(DeploymentsRecord.isNoted(data, with(data, "store", "jdbc:postgresql://elsewhere/lambdafs")))
                .isFalse();
    }

    /** More than a pipe holds. */
    @Test
    void processThatSaysMuch_isHeardToTheEnd() throws IOException {
        Path classes = Files.createDirectories(root.resolve("classes"));
        Path source = Files.createDirectories(root.resolve("source/io/lambdafs/runtime"))
                .resolve("DeploymentsMain.java");
        Files.writeString(source, """
                package io.lambdafs.runtime;
                public class DeploymentsMain {
                    public static void main(String[] args) {
                        System.err.println("x".repeat(1 << 20));
                        System.err.println("the last word");
                        System.exit(1);
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()))
                .isZero();
        Path distribution = Files.createDirectories(root.resolve("lambdafs-cli/target/dist"));
        Files.writeString(distribution.resolve("function.classpath"), classes.toString());
        FunctionProgram function = new FunctionProgram(
                new Distribution(root),
                StackConfig.defaults(),
                new StoreAccess("jdbc:none", "", "", Optional.empty()),
                "key",
                new DataDirectory(root));

        assertThatThrownBy(() -> new DeploymentsRecord(function).require())
                .isInstanceOf(CliException.class)
                .hasMessageEndingWith("the last word");
    }

    private static StackConfig with(DataDirectory data, String key, String value) throws IOException {
        StackConfig.defaults().save(data);
        Path file = data.hadoopConfiguration().resolve("stack.properties");
        Properties saved = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            saved.load(in);
        }
        saved.setProperty(key, value);
        try (var out = Files.newBufferedWriter(file)) {
            saved.store(out, null);
        }
        return StackConfig.load(data);
    }
}
