package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long surveys of directories are kept, and how many are made. */
@Timeout(30)
final class SurveysTest {
    private static final long PATIENCE_MILLIS = 10_000;

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger made = new AtomicInteger();
    private final Surveys surveys = new Surveys(() -> Instant.ofEpochMilli(now.get()));

    @AfterEach
    void close() {
        surveys.close();
    }

    private DirectorySurvey make() {
        return new DirectorySurvey(List.of(), true, made.incrementAndGet());
    }

    @Test
    void survey_isMadeOnceForEachUser_andAgainWhenItIsOld() throws IOException {
        surveys.of("alice", this::make, PATIENCE_MILLIS);
        surveys.of("alice", this::make, PATIENCE_MILLIS);
        assertThat(made).hasValue(1);
        surveys.of("bob", this::make, PATIENCE_MILLIS);
        assertThat(made).hasValue(2);

        now.addAndGet(6 * 60_000);
        assertThat(surveys.of("alice", this::make, PATIENCE_MILLIS)
                        .orElseThrow()
                        .atMillis())
                .isEqualTo(3);
    }

    @Test
    void surveyThatTakesLong_isThereLater() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        Callable<DirectorySurvey> slow = () -> {
            go.await();
            return make();
        };

        assertThat(surveys.of("alice", slow, 1)).isEmpty();
        now.addAndGet(6 * 60_000);
        assertThat(surveys.of("alice", slow, 1)).isEmpty();
        go.countDown();
        assertThat(surveys.of("alice", slow, PATIENCE_MILLIS)).isPresent();
        assertThat(made).hasValue(1);
    }

    @Test
    void tooManyUsersAtOnce_areRefused() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        Callable<DirectorySurvey> slow = () -> {
            go.await();
            return make();
        };
        for (int user = 0; user < 17; user++) {
            surveys.of("user" + user, slow, 0);
        }

        assertThatThrownBy(() -> surveys.of("one more", slow, 0)).hasMessageContaining("try again later");
        go.countDown();
        assertThat(surveys.of("user16", slow, PATIENCE_MILLIS)).isPresent();
    }

    @Test
    void surveyThatFails_isTriedAgain() throws IOException {
        Callable<DirectorySurvey> failing = () -> {
            throw new IOException("no NameNode");
        };

        assertThatThrownBy(() -> surveys.of("alice", failing, PATIENCE_MILLIS))
                .hasMessage("The directories could not be summed up: no NameNode");
        assertThat(surveys.of("alice", this::make, PATIENCE_MILLIS)).isPresent();
    }
}
