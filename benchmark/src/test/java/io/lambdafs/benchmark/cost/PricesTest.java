package io.lambdafs.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PricesTest {
    private static final String ROUND = """
            function.usd-per-gb-second=0.00002
            function.usd-per-million-requests=0.20
            function.mb-per-core=2048
            server.usd-per-core-hour=0.036
            store.usd-per-core-hour=0.072
            platform.usd-per-core-hour=0.108
            gateway.usd-per-million-requests=3.50
            """;

    @TempDir
    private Path directory;

    private Prices prices(String text) throws IOException {
        return Prices.read(Files.writeString(directory.resolve("prices.properties"), text));
    }

    @Test
    void bill_isAsReckonedByHand() throws IOException {
        // 100 s; instances of 512 MB and half a core, which comes with 1024 MB, so 1 GB: $0.00002 a second.
        Bill bill = prices(ROUND).bill(new Usage(100, 512, 500, 40, 300, 5_000, 2_000, 50, 20));

        assertThat(bill.payPerUse()).isCloseTo(40 * 0.00002 + 0.001, within(1e-12));
        assertThat(bill.simplified()).isCloseTo(300 * 0.00002, within(1e-12));
        // Two cores for 100 s at a hundred-thousandth of a dollar a second each.
        assertThat(bill.serverful()).isCloseTo(0.002, within(1e-12));
        assertThat(bill.store()).isCloseTo(0.001, within(1e-12));
        assertThat(bill.platform()).isCloseTo(0.0006, within(1e-12));
        assertThat(bill.gateway()).isCloseTo(0.0175, within(1e-12));
    }

    @Test
    void memory_decidesWhereItIsMoreThanTheCpuComesWith() throws IOException {
        Bill bill = prices(ROUND).bill(new Usage(1, 2_048, 500, 1, 1, 0, 0, 0, 0));

        assertThat(bill.simplified()).isCloseTo(0.00004, within(1e-12));
    }

    @Test
    void thePapersCluster_costsWhatThePaperSays() throws IOException {
        // 512 cores for five minutes: $2.50 in figure 9.
        Bill bill = Prices.paper().bill(new Usage(300, 0, 0, 0, 0, 0, 512_000, 0, 0));

        assertThat(bill.serverful()).isCloseTo(2.5083, within(0.0001));
    }

    @Test
    void equalCost_isFoundInBothDirections() throws IOException {
        Prices prices = prices(ROUND);

        assertThat(prices.serverMillisFor(prices.serverPerSecond(750))).isEqualTo(750);
    }

    @Test
    void nonsense_isRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prices(ROUND.replace("0.036", "cheap")))
                .withMessageEndingWith(": server.usd-per-core-hour is 'cheap': write a number, such as 0.05");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prices(ROUND.replace("3.50", "-1")))
                .withMessageEndingWith(": gateway.usd-per-million-requests is -1: a price is 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prices(""))
                .withMessageContaining("function.usd-per-gb-second is ''");
    }
}
