package io.lambdafs.benchmark.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SelectionTest {
    @Test
    void withoutLists_everythingIsSelected() {
        Selection all = Selection.parse("", "");

        assertThat(all.whole()).isTrue();
        assertThat(all.cells(Selection.ROWS)).hasSize((Selection.ROWS.size() - 1) * Selection.CALLERS.size() + 1);
        assertThat(all.has(new Cell(Selection.CREATE_IN_ONE, 1))).isFalse();
    }

    @Test
    void lists_selectTheirCells() {
        Selection some = Selection.parse("mkdirs,rename", "8,64");

        assertThat(some.whole()).isFalse();
        assertThat(some.cells(Selection.ROWS))
                .containsExactly(
                        new Cell("mkdirs", 8), new Cell("mkdirs", 64), new Cell("rename", 8), new Cell("rename", 64));
        assertThat(some.needsTree()).isFalse();
        assertThat(Selection.parse("mix", "").needsTree()).isTrue();
    }

    @Test
    void oneDirectory_isForManyCallersUnlessOthersAreAskedFor() {
        List<String> row = List.of(Selection.CREATE_IN_ONE);

        assertThat(Selection.parse(Selection.CREATE_IN_ONE, "").cells(row)).containsExactly(new Cell(row.get(0), 64));
        assertThat(Selection.parse(Selection.CREATE_IN_ONE, "4").cells(row)).containsExactly(new Cell(row.get(0), 4));
    }

    @Test
    void unknownRow_isNamedBesideThoseThatThereAre() {
        assertThatThrownBy(() -> Selection.parse("mkdirs,mkdir", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no row 'mkdir'")
                .hasMessageContaining("mkdirs,create,rename");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "513", "-1", "8,", "many", "99999999999"})
    void whatIsNoNumberOfCallers_isRefused(String callers) {
        assertThatThrownBy(() -> Selection.parse("", callers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a number from 1 to 512");
    }
}
