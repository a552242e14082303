package io.lambdafs.namenode.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.op.constant.UnsupportedOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.junit.jupiter.api.Test;

/** The table of methods in the documentation says of each method of ClientProtocol whether it is supported. */
final class DocumentedMethodsTest {
    private static final Path PAGE = Path.of("../docs/hadoop-compatibility.md");
    private static final Pattern ROW = Pattern.compile("\\| (?<kind>[^|]*) \\| (?<methods>[^|]*) \\|");
    private static final Pattern REMARK = Pattern.compile("\\([^)]*\\)");

    @Test
    void everyMethod_isInTheTableOnce() throws IOException {
        List<String> methods =
                ClientNamenodeProtocolProtos.getDescriptor()
                        .findServiceByName("ClientNamenodeProtocol")
                        .getMethods()
                        .stream()
                        .map(MethodDescriptor::getName)
                        .toList();
        List<String> documented = new ArrayList<>(documented(false));
        documented.addAll(documented(true));
        assertThat(documented).containsExactlyInAnyOrderElementsOf(methods);
    }

    @Test
    void refusedMethods_areThoseThatAreCalledUnsupported() throws IOException {
        assertThat(documented(true))
                .containsExactlyInAnyOrderElementsOf(UnsupportedOperations.all().keySet());
    }

    private static List<String> documented(boolean unsupported) throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## Methods of the protocol"));
        List<String> methods = new ArrayList<>();
        for (String line :
                section.substring(0, section.indexOf("\n## ")).lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()
                    && !row.group("kind").equals("Kind")
                    && !row.group("kind").startsWith("---")) {
                if (row.group("kind").startsWith("Not supported") == unsupported) {
                    methods.addAll(methods(row.group("methods")));
                }
            }
        }
        return methods;
    }

    private static List<String> methods(String cell) {
        return Arrays.stream(REMARK.matcher(cell).replaceAll("").split(","))
                .map(String::strip)
                .toList();
    }
}
