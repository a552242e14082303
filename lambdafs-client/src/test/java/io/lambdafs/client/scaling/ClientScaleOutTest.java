package io.lambdafs.client.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.scaling.ClientScaleOut.Choice;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which calls ask the platform for another instance, second by second. */
final class ClientScaleOutTest {
    private static final int FUNCTION = 2;
    private static final double NEVER = 0.999;
    private static final long MILLIS = TimeUnit.MILLISECONDS.toNanos(1);

    private int connected = 1;
    private long now;
    private final ClientScaleOut scaleOut =
            new ClientScaleOut(new ReplacementProbability(0.005, 0.05, 128), new LoadMemory(), function -> connected);

    /** Calls every ten milliseconds for so long, at this load; how many of them asked. */
    private int asked(long millis, int load) {
        int asked = 0;
        for (long end = now + millis * MILLIS; now < end; now += 10 * MILLIS) {
            scaleOut.heard(FUNCTION, load, now);
            asked += scaleOut.choose(FUNCTION, NEVER, now) == Choice.HTTP_FOR_MORE ? 1 : 0;
        }
        return asked;
    }

    @Test
    void unloadedFunction_getsItsBaseShareByHttp_andNobodyAsks() {
        scaleOut.heard(FUNCTION, 127, 0);
        assertThat(scaleOut.choose(FUNCTION, 0.004, 0)).isEqualTo(Choice.HTTP);
        assertThat(scaleOut.choose(FUNCTION, 0.006, 0)).isEqualTo(Choice.TCP);
    }

    @Test
    void loadedFunction_isAskedForAtOnce_andThenByItsShareOfTheCalls() {
        scaleOut.heard(FUNCTION, 255, 0);
        assertThat(scaleOut.choose(FUNCTION, NEVER, 0)).isEqualTo(Choice.HTTP_FOR_MORE);
        assertThat(scaleOut.choose(FUNCTION, 0.051, 1)).isEqualTo(Choice.TCP);
        assertThat(scaleOut.choose(FUNCTION, 0.049, 2)).isEqualTo(Choice.HTTP_FOR_MORE);
    }

    @Test
    void slowFunction_isAskedForTwiceASecond() {
        assertThat(asked(2_000, 255)).isEqualTo(4);
    }

    @Test
    void anotherFunction_isNotAskedFor() {
        scaleOut.heard(FUNCTION, 255, 0);
        assertThat(scaleOut.choose(FUNCTION + 1, NEVER, 0)).isEqualTo(Choice.TCP);
    }

    @Test
    void clientThatAskedInVain_restsForLongerAndLonger() {
        assertThat(asked(5_000, 255)).isEqualTo(10);
        assertThat(asked(10_000, 255)).isZero();
        assertThat(asked(5_500, 255)).isPositive();
        assertThat(asked(19_000, 255)).isZero();
    }

    @Test
    void newInstance_endsTheRest_andTheClientGoesOnAskingWhileItIsLoaded() {
        asked(6_000, 255);
        assertThat(asked(1_000, 255)).isZero();
        connected = 2;
        assertThat(asked(1_000, 255)).isPositive();
    }

    @Test
    void loadThatIsForgotten_asksForNothing() {
        scaleOut.heard(FUNCTION, 255, 0);
        assertThat(scaleOut.choose(FUNCTION, NEVER, LoadMemory.FORGOTTEN_AFTER_NANOS + 1))
                .isEqualTo(Choice.TCP);
    }
}
