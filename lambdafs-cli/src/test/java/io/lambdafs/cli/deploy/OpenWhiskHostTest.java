package io.lambdafs.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Deploying to OpenWhisk. */
final class OpenWhiskHostTest extends FunctionHostContract<OpenWhiskEmulator> {
    @Override
    OpenWhiskEmulator emulate() throws IOException {
        return new OpenWhiskEmulator();
    }

    @Override
    FunctionHost host(OpenWhiskEmulator platform, RestClient rest) {
        return new OpenWhiskHost(
                platform.url(),
                () -> OpenWhiskEmulator.KEY,
                rest,
                new OpenWhiskHost.Secrets(Optional.of(secret("the-secret-of-the-functions")), secrets()));
    }

    @Test
    void limitThatOpenWhiskDoesNotAllow_isSaidInItsWords() {
        assertThatThrownBy(() -> host().apply(spec(1, 1024), 0))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining("exceeds allowed threshold");
    }

    @Test
    void actionsOfPackages_areNotOurs() {
        assertThat(host().present()).isEmpty();
    }
}
