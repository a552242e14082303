package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.store.volume.ByteString;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where paths end that lead out of a volume, as they would on a real mount. */
final class PathWalkTest {
    private static final Map<String, String> LINKS = Map.of(
            "/out", "/etc",
            "/d/up", "../../x",
            "/back", "/mnt/v/d",
            "/relative", "d/e",
            "/loop", "loop");

    private final PathWalk walk = new PathWalk(
            "/mnt/v", path -> Optional.ofNullable(LINKS.get(path.text())).map(ByteString::of));

    @ParameterizedTest
    @CsvSource({
        "'',        a,                true,  /a",
        "/d,        ../a,             true,  /a",
        "/d,        ./e/./f,          true,  /d/e/f",
        "'',        ..,               false, /mnt",
        "'',        ../,              false, /mnt/",
        "/d,        ../../../x,       false, /x",
        "/d,        ../../../../../x, false, /x",
        "'',        ../v/a,           true,  /a",
        "'',        ../w/a,           false, /mnt/w/a",
        "'',        out/passwd,       false, /etc/passwd",
        "'',        out,              false, /etc",
        "'',        d/up/y,           false, /mnt/x/y",
        "'',        back/f,           true,  /d/f",
        "'',        relative/../f,    true,  /d/f",
        "/nowhere,  /d,               true,  /d",
    })
    void path_endsWhereItWouldOnAMount(String start, String path, boolean isInside, String end) {
        PathWalk.End found = walk.walk(ByteString.of(start), ByteString.of(path), true);
        assertThat(found.path().text()).isEqualTo(end);
        assertThat(found.isInside()).isEqualTo(isInside);
    }

    @ParameterizedTest
    @CsvSource({"out, true, /out", "out/, false, /etc/", "d/up, true, /d/up"})
    void lastLink_isNotFollowedUnlessWanted(String path, boolean isInside, String end) {
        PathWalk.End found = walk.walk(ByteString.EMPTY, ByteString.of(path), false);
        assertThat(found.path().text()).isEqualTo(end);
        assertThat(found.isInside()).isEqualTo(isInside);
    }

    @ParameterizedTest
    @CsvSource({"loop", "loop/x"})
    void loop_isAnError(String path) {
        assertThatThrownBy(() -> walk.walk(ByteString.EMPTY, ByteString.of(path), true))
                .isInstanceOf(PosixException.class)
                .hasMessageContaining("Too many levels of symbolic links");
    }

    @ParameterizedTest
    @CsvSource({"..,true", "a/..,true", "../a,true", "a/../b,true", "a..,false", "..a/b,false", "...,false", "'',false"
    })
    void goesUp_isTold(String path, boolean up) {
        assertThat(PathWalk.goesUp(ByteString.of(path))).isEqualTo(up);
    }
}
