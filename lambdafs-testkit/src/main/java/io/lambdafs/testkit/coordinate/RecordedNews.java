package io.lambdafs.testkit.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coordinate.Coordinator.MembershipListener;
import io.lambdafs.coordinate.Member;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A listener that keeps what it hears, as {@code joined 1} for writer 1, until a test expects it. */
public final class RecordedNews implements MembershipListener {
    private static final long BOUND_SECONDS = 20;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final AtomicBoolean failNext = new AtomicBoolean();

    @Override
    public void joined(Member member) {
        hear("joined " + member.writer().value());
    }

    @Override
    public void departed(Member member) {
        hear("departed " + member.writer().value());
    }

    /** Waits for the next news, which must be this. */
    public void expect(String news) throws InterruptedException {
        assertThat(heard.poll(BOUND_SECONDS, TimeUnit.SECONDS)).isEqualTo(news);
    }

    /** Waits for the next two news, which must be these in either order. */
    public void expectBoth(String one, String other) throws InterruptedException {
        List<String> next =
                Arrays.asList(heard.poll(BOUND_SECONDS, TimeUnit.SECONDS), heard.poll(BOUND_SECONDS, TimeUnit.SECONDS));
        assertThat(next).containsExactlyInAnyOrder(one, other);
    }

    /** Makes the next call fail after it has been recorded. */
    public void failNext() {
        failNext.set(true);
    }

    private void hear(String news) {
        heard.add(news);
        if (failNext.compareAndSet(true, false)) {
            throw new IllegalStateException("this listener was told to fail");
        }
    }
}
