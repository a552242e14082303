package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The text of a scope, which the traces of two processes are compared by. */
final class ScopeTextTest {
    @Test
    void text_isInOrder_whateverOrderTheSetsHave() {
        Scope scope = new Scope(
                Set.of(FsPath.parse("/c"), FsPath.parse("/a"), FsPath.parse("/b")),
                Set.of(FsPath.parse("/e"), FsPath.parse("/d")),
                Set.of(FsPath.parse("/g"), FsPath.parse("/f")));
        assertThat(scope).hasToString("Scope[paths=[/a, /b, /c], directories=[/d, /e], prefixes=[/f, /g]]");
    }
}
