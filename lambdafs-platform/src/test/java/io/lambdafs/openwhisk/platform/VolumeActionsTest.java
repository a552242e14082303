package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.openwhisk.platform.pool.Action;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Actions with the annotation of a volume. */
final class VolumeActionsTest {
    private static final String WITH_VOLUME = "{\"exec\":{\"kind\":\"python:3\",\"code\":\"pass\"},\"annotations\":["
            + "{\"key\":\"lambdafs-volume\",\"value\":17},{\"key\":\"lambdafs-mount\",\"value\":\"/mnt/v\"},"
            + "{\"key\":\"other\",\"value\":\"x\"}]}";

    @TempDir
    private Path directory;

    private static HttpResponse<String> put(PlatformFixture fixture, String action) throws Exception {
        return fixture.send("PUT", "/actions/blog", action);
    }

    @Test
    void anActionWithAVolume_runsInTheImageOfThese_andIsToldOfIt() throws Exception {
        PlatformConfig config =
                PlatformFixture.config(directory).withImages(Map.of(Action.VOLUME_IMAGE, PlatformFixture.ECHO));
        try (PlatformFixture fixture = new PlatformFixture(config)) {
            assertThat(put(fixture, WITH_VOLUME).statusCode()).isEqualTo(200);
            assertThat(fixture.result("blog", "{}").path("setting").asText())
                    .isEqualTo("{LAMBDAFS_KIND=python:3, LAMBDAFS_MOUNT=/mnt/v, LAMBDAFS_VOLUME=17}");
        }
    }

    @Test
    void aPlatformWithoutThatImage_refusesSuchActions() throws Exception {
        try (PlatformFixture fixture = new PlatformFixture(PlatformFixture.config(directory))) {
            HttpResponse<String> refused = put(fixture, WITH_VOLUME);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("no volumes");
            assertThat(put(fixture, WITH_VOLUME.replace("lambdafs-volume", "volume"))
                            .body())
                    .contains("kind 'python:3' not in Set(");
        }
    }
}
