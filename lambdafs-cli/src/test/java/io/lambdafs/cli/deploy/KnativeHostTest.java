package io.lambdafs.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.cli.deploy.kubernetes.KubernetesAccess;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Deploying to Knative. */
final class KnativeHostTest extends FunctionHostContract<KnativeEmulator> {
    @Override
    KnativeEmulator emulate() throws IOException {
        return new KnativeEmulator();
    }

    @Override
    FunctionHost host(KnativeEmulator platform, RestClient rest) {
        return new KnativeHost(
                new KubernetesAccess(
                        platform.url(), Optional.empty(), () -> Optional.of(KnativeEmulator.TOKEN), "files"),
                new FunctionNames("lambdafs-"),
                new KubernetesSecrets("lambdafs-http", "database", true, "ensemble"),
                rest,
                PATIENCE,
                new KnativeHost.Calls("", Optional.of(secret(KnativeEmulator.SECRET))));
    }

    @Test
    void serviceOfTheChart_isLeftToTheChart() {
        emulator().addOfHelm("lambdafs-namenode0");
        DeployException refused = catchThrowableOfType(DeployException.class, () -> host().apply(spec(1, 256), 0));
        assertThat(refused.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(refused).hasMessageContaining("managed by Helm").hasMessageContaining("--prefix");
        assertThat(catchThrowableOfType(DeployException.class, () -> host().remove(0)))
                .hasMessageContaining("Helm");
    }

    @Test
    void fieldThatSomebodyElseOwns_isAConflict() {
        emulator().failNext(404, "");
        emulator().failNext(409, "");
        assertThat(catchThrowableOfType(DeployException.class, () -> host().apply(spec(1, 256), 0))
                        .kind())
                .isEqualTo(Kind.CONFLICT);
    }
}
