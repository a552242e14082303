package io.lambdafs.cli.deploy;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Deploying to Nuclio. */
final class NuclioHostTest extends FunctionHostContract<NuclioEmulator> {
    @Override
    NuclioEmulator emulate() throws IOException {
        return new NuclioEmulator();
    }

    @Override
    FunctionHost host(NuclioEmulator platform, RestClient rest) {
        return new NuclioHost(
                URI.create(platform.url()),
                "files",
                new FunctionNames("lambdafs-"),
                new KubernetesSecrets("lambdafs-http", "database", true, "ensemble"),
                rest,
                PATIENCE,
                new NuclioHost.Access(
                        Optional.of(secret(NuclioEmulator.AUTHORIZATION)),
                        Optional.of(secret(NuclioEmulator.SECRET)),
                        "default"));
    }
}
