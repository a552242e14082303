package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.ndb.cluster.SqlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The coordinator's tables are as the documentation has them. */
final class CoordinationSchemaTest {
    private static final Path PAGE = Path.of("..", "docs", "ndb.md");
    private static final String BEGIN = "```sql\n";

    @Test
    void documentedSql_isTheSchema() throws IOException {
        String sql = CoordinationSchema.TABLES.stream().map(SqlText::create).collect(Collectors.joining("\n"));
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN, page.indexOf("## The coordinator")) + BEGIN.length();
        assertThat(page.substring(begin, page.indexOf("```", begin)))
                .as("docs/ndb.md, between the marks of the coordinator's SQL block, must be:\n" + sql)
                .isEqualTo(sql);
    }
}
