package io.lambdafs.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which texts are paths. */
final class FsPathTest {
    @Test
    void componentTooLong_isNamedWithItsDirectory() {
        String longest = "ü".repeat(127) + "x";
        assertThat(FsPath.parse("/a/b/" + longest).name().length()).isEqualTo(255);

        assertThatThrownBy(() -> FsPath.parse("/a/b/" + longest + "y/c"))
                .isInstanceOfSatisfying(
                        FsException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG))
                .hasMessage("The maximum path component name limit of " + longest
                        + "y in directory /a/b is exceeded: limit=255 length=256");
        assertThatThrownBy(() -> FsPath.parse("/" + longest + "y")).hasMessageContaining("in directory / is exceeded");
    }
}
