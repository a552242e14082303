package io.lambdafs.cli;

import io.lambdafs.store.StoreConfig;
import java.util.Map;

/** How the stack's processes reach the metadata store. */
record StoreAccess(String url, String user, String password) {
    static StoreAccess of(StoreConfig config) {
        return new StoreAccess(config.url(), config.user(), config.password());
    }

    static StoreAccess external(StackConfig config) {
        return new StoreAccess(config.store(), config.storeUser(), config.storePassword());
    }

    /** The variables by which DataNodes and function instances are told. */
    Map<String, String> environment() {
        return Map.of(
                "LAMBDAFS_STORE_URL", url,
                "LAMBDAFS_STORE_USER", user,
                "LAMBDAFS_STORE_PASSWORD", password);
    }

    @Override
    public String toString() {
        return "StoreAccess[" + url + ", " + user + "]";
    }
}
