package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PathSyntaxTest {
    @Test
    void normalize_dropsRepeatedAndTrailingSlashes() {
        assertThat(PathSyntax.normalize("/")).isEqualTo("/");
        assertThat(PathSyntax.normalize("///")).isEqualTo("/");
        assertThat(PathSyntax.normalize("/a//b/")).isEqualTo("/a/b");
        assertThat(PathSyntax.normalize("relative//")).isEqualTo("relative//");
        assertThat(PathSyntax.normalize("")).isEmpty();
    }

    @Test
    void parent_ofTheRoot_isTheRoot() {
        assertThat(PathSyntax.parent("/")).isEqualTo("/");
        assertThat(PathSyntax.parent("/a")).isEqualTo("/");
        assertThat(PathSyntax.parent("/a/b")).isEqualTo("/a");
    }

    @Test
    void components_areInOrder() {
        assertThat(PathSyntax.components("/")).isEmpty();
        assertThat(PathSyntax.components("/a")).containsExactly("a");
        assertThat(PathSyntax.components("/a/b/c")).containsExactly("a", "b", "c");
    }
}
