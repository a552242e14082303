package io.lambdafs.namenode.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.namenode.NameNodeFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DataNodeViewTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final DataNodeView view = new DataNodeView(Duration.ofSeconds(30), () -> fixture.millis() * 1_000_000);

    private void register(String name) {
        fixture.runner.write(fixture.writer, tx -> {
            tx.dataNodes()
                    .register(new DataNodeRegistration(
                            new DataNodeId(name), name, "127.0.0.1", new DataNodeRegistration.Ports(1, 2, 3), "3.5.0"));
            return name;
        });
    }

    private int live() {
        return fixture.runner.read(tx -> view.live(tx).nodes().size());
    }

    @Test
    void view_isAtMostASecondOld() {
        register("one");
        assertThat(live()).isEqualTo(1);
        register("two");
        assertThat(live()).isEqualTo(1);
        fixture.advance(1_001);
        assertThat(live()).isEqualTo(2);
    }

    @Test
    void readingNow_renewsTheView() {
        assertThat(live()).isZero();
        register("one");
        assertThat(fixture.runner.<Integer>read(tx -> view.liveNow(tx).nodes().size()))
                .isEqualTo(1);
        assertThat(live()).isEqualTo(1);
        fixture.advance(30_000);
        assertThat(live()).isZero();
    }
}
