package io.lambdafs.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlogHostsTest {
    @TempDir
    private Path work;

    @Test
    void serverUnderLoad_keepsWhatItAcknowledges() throws Exception {
        Path blog = Path.of("..", "examples", "web", "blog.py").toAbsolutePath();
        RisingLoad.Run run;
        try (BlogServer server = BlogServer.start(blog, work)) {
            run = new RisingLoad(List.of(4, 12), 2).on(server);
        }

        assertThat(run.errors()).isEmpty();
        assertThat(run.posts()).isGreaterThanOrEqualTo(Visit.FIRST_POSTS);
        assertThat(run.steps()).extracting(Step::clients).containsExactly(4, 12);
        assertThat(run.perSecond()).hasSize(4);
        // Nobody comes more often than once a second.
        assertThat(run.steps())
                .allSatisfy(step -> assertThat(step.seen().done()).isBetween(1L, 2L * step.clients() + step.clients()));
    }

    @Test
    void answer_saysHowOftenTheCallRan() throws Exception {
        ObjectMapper json = new ObjectMapper();

        assertThat(Site.answer(
                        json.readTree("{\"statusCode\": 200, \"headers\": {\"X-Runs\": \"3\"}, \"body\": \"[]\"}")))
                .isEqualTo(new Site.Answer(true, 3, "[]"));
        assertThat(Site.answer(json.readTree("{\"error\": \"other transactions were faster\"}"))
                        .done())
                .isFalse();
        assertThat(Site.answer(json.readTree("{\"statusCode\": 404, \"body\": \"\"}"))
                        .done())
                .isFalse();
    }

    @Test
    void instanceTime_isThatOfTheBlog() {
        String metrics = """
                lambdafs_platform_activation_duration_seconds_bucket{deployment="blog",le="+Inf"} 12
                lambdafs_platform_activation_duration_seconds_sum{deployment="blog"} 0.25
                lambdafs_platform_activation_duration_seconds_count{deployment="blog"} 12
                lambdafs_platform_activation_duration_seconds_sum{deployment="namenode0"} 7
                lambdafs_platform_activation_duration_seconds_count{deployment="namenode0"} 9
                """;

        assertThat(BlogFunction.instanceTime(metrics)).isEqualTo(new BlogHost.InstanceTime(12, 0.25));
    }
}
