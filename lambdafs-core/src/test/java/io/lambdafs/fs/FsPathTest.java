package io.lambdafs.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which texts are paths. */
final class FsPathTest {
    @Test
    void componentTooLong_isANameThatNothingHas() {
        String longest = "ü".repeat(127) + "x";
        assertThat(FsPath.parse("/a/b/" + longest).name().length()).isEqualTo(255);

        FsPath path = FsPath.parse("/a/" + longest + "y/c");
        assertThat(path).hasToString("/a/" + longest + "y/c");
        assertThat(path.components()).containsExactly(Name.of("a"), Name.of(":"), Name.of("c"));
        assertThat(FsPath.parse("//a//./..//b:/")).hasToString("/a/./../b:");
    }

    @Test
    void nameTooLong_isNamedWithItsDirectory() {
        String longest = "ü".repeat(127) + "x";
        Name.requireNotTooLong("/a/b", longest);
        assertThatThrownBy(() -> Name.requireNotTooLong("/a/b", longest + "y"))
                .isInstanceOfSatisfying(
                        FsException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG))
                .hasMessage("The maximum path component name limit of " + longest
                        + "y in directory /a/b is exceeded: limit=255 length=256");
    }
}
