package io.lambdafs.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LoadResultTest {
    @Test
    void line_isReadAsItWasWritten() {
        LoadResult result = new LoadResult(12, 345_678, 9.25, 1e6, 7.5);

        assertThat(LoadResult.parse(result.toLine())).isEqualTo(result);
    }

    @Test
    void otherLine_isRefused() {
        assertThatThrownBy(() -> LoadResult.parse("ready")).isInstanceOf(IllegalArgumentException.class);
    }
}
