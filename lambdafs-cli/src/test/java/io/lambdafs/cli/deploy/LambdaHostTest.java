package io.lambdafs.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Deploying to AWS Lambda. */
final class LambdaHostTest extends FunctionHostContract<LambdaApiEmulator> {
    @Override
    LambdaApiEmulator emulate() throws IOException {
        return new LambdaApiEmulator();
    }

    @Override
    int concurrency() {
        return 1;
    }

    @Override
    FunctionHost host(LambdaApiEmulator platform, RestClient rest) {
        return host(LambdaApiEmulator.ID, rest);
    }

    private FunctionHost host(String id, RestClient rest) {
        Map<String, String> key = Map.of("AWS_ACCESS_KEY_ID", id, "AWS_SECRET_ACCESS_KEY", LambdaApiEmulator.SECRET);
        return new LambdaHost(
                new LambdaHost.Place(
                        emulator().url(),
                        LambdaApiEmulator.REGION,
                        "arn:aws:iam::123456789012:role/lambdafs",
                        List.of("subnet-2", "subnet-1"),
                        List.of("sg-1"),
                        "arm64"),
                new FunctionNames("lambdafs-"),
                secrets(),
                new AwsCredentialsSource(key, "/nonexistent"),
                rest,
                PATIENCE);
    }

    @Test
    void expiredCredentials_areToBeRenewed() {
        DeployException refused = catchThrowableOfType(
                DeployException.class,
                () -> host(LambdaApiEmulator.EXPIRED, rest(Duration.ZERO)).present());
        assertThat(refused.kind()).isEqualTo(Kind.CREDENTIALS);
        assertThat(refused).hasMessageContaining("have expired: renew them").hasMessageContaining("AWS_ACCESS_KEY_ID");
    }

    @Test
    void changeThatIsUnderWay_isWaitedFor() {
        assertThat(host().apply(spec(1, 256), 0)).isEqualTo(DeploymentChange.CREATED);
        // The answers to the two looks, and to the first attempt of the change.
        FunctionSpec other = spec(1, 512);
        assertThat(host().apply(other, 0)).isEqualTo(DeploymentChange.UPDATED);
        assertThat(host().apply(other, 0)).isEqualTo(DeploymentChange.UNCHANGED);
    }
}
