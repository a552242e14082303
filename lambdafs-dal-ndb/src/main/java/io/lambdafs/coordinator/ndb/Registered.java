package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Member;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A member's row; or, after it, the row that says for a while that it has departed, so that those who look seldom hear of one
 * too that came and went in between.
 *
 * @param registration tells registrations of the same member apart; not negative
 * @param timeout how long the row may stay as it is before the member counts as departed; zero if it has
 * @param beat changes with each sign of life
 */
record Registered(Member member, long registration, Duration timeout, long beat) {
    Registered {
        requireNonNull(member, "member");
        requireNonNull(timeout, "timeout");
    }

    /** A number that nobody else has; of rows whose insertion seemed to fail there may be one that is never renewed. */
    static long newRegistration() {
        return RandomGenerator.getDefault().nextLong(Long.MAX_VALUE);
    }

    /** The same with the next sign of life. */
    Registered next() {
        return new Registered(member, registration, timeout, beat + 1);
    }

    /** The row that comes after it. */
    Registered departed() {
        return new Registered(member, registration, Duration.ZERO, beat + 1);
    }

    boolean hasDeparted() {
        return timeout.isZero();
    }

    Key key() {
        return new Key(member.writer().value(), registration);
    }

    /** Names a registration, whether it has departed or not. */
    record Key(long writer, long registration) {}
}
