package io.lambdafs.benchmark.faas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PartTest {
    @Test
    void noList_isAllParts() {
        assertThat(Part.all("")).containsExactly(Part.values());
    }

    @Test
    void list_selectsParts() {
        assertThat(Part.all("web,calls")).containsExactly(Part.CALLS, Part.WEB);
    }

    @Test
    void partThatThereIsNot_isNamed() {
        assertThatThrownBy(() -> Part.all("web,blog"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no part 'blog'; the parts are calls, filebench");
    }
}
