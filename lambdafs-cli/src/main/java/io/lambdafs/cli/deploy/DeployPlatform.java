package io.lambdafs.cli.deploy;

/** The platforms to which functions are deployed; the names are values of {@code --platform}. */
enum DeployPlatform {
    local,
    openwhisk,
    knative,
    nuclio,
    lambda
}
