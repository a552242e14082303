package io.lambdafs.cli.deploy;

/** What deploying did to a function. */
enum DeploymentChange {
    CREATED,
    UPDATED,
    UNCHANGED;

    String word() {
        return switch (this) {
            case CREATED -> "created";
            case UPDATED -> "updated";
            case UNCHANGED -> "unchanged";
        };
    }
}
