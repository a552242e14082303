package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.gateway.console.DirectorySurvey.Bounds;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a survey of directories sums up, and what it leaves out. */
final class DirectorySurveyTest {
    private static final Bounds BOUNDS = Bounds.defaults();

    private final TreeOfDirectories tree = new TreeOfDirectories()
            .with("/a", 10)
            .with("/a/x", 4)
            .with("/b", 100)
            .with("/b/y", 60)
            .with("/b/y/deep", 50)
            .with("/b/z", 30);

    @Test
    void twoLevels_areSummedUp_thoseBelowTheLargestFirst() throws IOException {
        DirectorySurvey survey = DirectorySurvey.make(tree.calls(), BOUNDS, InstantSource.system());

        assertThat(tree.summed()).containsExactly("/a", "/b", "/b/y", "/b/z", "/a/x");
        assertThat(survey.complete()).isTrue();
        assertThat(survey.directories().stream().sorted(SummedDirectory.LARGEST_FIRST))
                .extracting(SummedDirectory::path)
                .containsExactly("/b", "/b/y", "/b/z", "/a", "/a/x");
    }

    @Test
    void bound_leavesOutWhatIsBelowTheSmallest_andIsSaid() throws IOException {
        DirectorySurvey survey = DirectorySurvey.make(tree.calls(), new Bounds(4, 30_000), InstantSource.system());

        assertThat(tree.summed()).containsExactly("/a", "/b", "/b/y", "/b/z");
        assertThat(survey.complete()).isFalse();
    }

    @Test
    void time_endsASurvey() throws IOException {
        AtomicLong now = new AtomicLong();
        InstantSource clock = () -> Instant.ofEpochMilli(now.getAndAdd(10));

        DirectorySurvey survey = DirectorySurvey.make(tree.calls(), new Bounds(100, 25), clock);

        assertThat(tree.summed()).hasSizeLessThan(4);
        assertThat(survey.complete()).isFalse();
    }

    @Test
    void directoryThatTheUserMayNotSee_hasNoSize() throws IOException {
        tree.closed("/b");

        DirectorySurvey survey = DirectorySurvey.make(tree.calls(), BOUNDS, InstantSource.system());

        assertThat(survey.directories())
                .filteredOn(directory -> directory.content().isEmpty())
                .extracting(SummedDirectory::path)
                .containsExactly("/b");
        assertThat(survey.directories()).extracting(SummedDirectory::path).containsExactly("/a", "/b", "/a/x");
    }

    @Test
    void directoryOfSeveralPages_isNotComplete() throws IOException {
        DirectorySurvey survey = DirectorySurvey.make(tree.inPagesOf(1).calls(), BOUNDS, InstantSource.system());

        assertThat(survey.complete()).isFalse();
        assertThat(tree.summed()).containsExactly("/a", "/a/x");
    }
}
