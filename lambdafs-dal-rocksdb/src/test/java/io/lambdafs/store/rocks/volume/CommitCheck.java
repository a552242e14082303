package io.lambdafs.store.rocks.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.VolumeCommit;

/** What must hold of a transaction that was committed. */
final class CommitCheck {
    private CommitCheck() {}

    /** Just before its place among all commits, everything was as the transaction has read it. */
    static void requireSerializable(VolumeModel model, long number, VolumeCommit commit) {
        long before = number - 1;
        assertThat(commit.timestamp()).isLessThan(number);
        for (Assertion assertion : commit.assertions()) {
            if (assertion instanceof Assertion.Unchanged unchanged) {
                assertThat(model.at(before, unchanged.item()).commit())
                        .as("%s before commit %d", unchanged.item(), number)
                        .isEqualTo(unchanged.commit());
            } else if (assertion instanceof Assertion.LengthIs is) {
                assertThat(model.length(before, is.object()))
                        .as("length before commit %d", number)
                        .isEqualTo(is.length());
            } else if (assertion instanceof Assertion.LengthAtLeast least) {
                assertThat(model.length(before, least.object()))
                        .as("length before commit %d", number)
                        .isGreaterThanOrEqualTo(least.length());
            }
        }
    }
}
