package io.lambdafs.client;

import io.lambdafs.client.platform.BoundedHttp;
import io.lambdafs.client.platform.FunctionPlatform;
import io.lambdafs.client.platform.OpenWhiskPlatform;
import io.lambdafs.client.platform.PlatformTrust;
import java.time.Duration;

/** Adapters of platforms, as the client opens them. */
final class TestPlatforms {
    private TestPlatforms() {}

    static FunctionPlatform openWhisk(ClientConfig config) {
        return new OpenWhiskPlatform(
                config.openWhiskUrl(),
                config.authorization(),
                new BoundedHttp(
                        config.number(ClientKey.HTTP_MAX_CONNECTIONS), Duration.ofSeconds(2), PlatformTrust.OF_JAVA),
                System::nanoTime,
                Thread::sleep);
    }
}
