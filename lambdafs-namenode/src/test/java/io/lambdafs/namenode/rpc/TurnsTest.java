package io.lambdafs.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TurnsTest {
    private final Turns turns = new Turns();

    @Test
    void requestsThatComeAlone_areNotExpectedTogether() {
        for (int i = 0; i < 3; i++) {
            turn(1);
            assertThat(expectsSeveral()).isFalse();
        }
    }

    @Test
    void afterATurnWithSeveral_moreAreExpectedForAWhile() {
        turn(2);
        for (int i = 0; i < Turns.MEMORY; i++) {
            assertThat(expectsSeveral()).as("after %d turns", i).isTrue();
            turn(1);
        }
        assertThat(expectsSeveral()).isFalse();
    }

    @Test
    void turnsWithoutRequests_tellNothing() {
        turn(2);
        for (int i = 0; i < 3 * Turns.MEMORY; i++) {
            turn(0);
        }
        assertThat(expectsSeveral()).isTrue();
    }

    @Test
    void turnThatHasBroughtSeveral_isKnownToHave() {
        turn(1);
        assertThat(turns.bringSeveral()).isFalse();
        turns.found();
        assertThat(turns.bringSeveral()).isTrue();
    }

    private boolean expectsSeveral() {
        turns.begin();
        return turns.bringSeveral();
    }

    private void turn(int requests) {
        turns.begin();
        for (int i = 0; i < requests; i++) {
            turns.found();
        }
    }
}
