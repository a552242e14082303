package io.lambdafs.cli;

import io.lambdafs.cli.security.EngineUrl;
import io.lambdafs.cli.security.PostgresUrl;
import io.lambdafs.store.StoreConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the stack's processes reach the metadata store.
 *
 * @param ndb what they need besides, if it is an NDB cluster
 */
record StoreAccess(String url, String user, String password, Optional<NdbFiles> ndb) {
    static StoreAccess of(StoreConfig config) {
        return new StoreAccess(config.url(), config.user(), config.password(), Optional.empty());
    }

    static StoreAccess external(StackConfig config, Distribution distribution) {
        return new StoreAccess(
                config.store(),
                config.storeUser(),
                config.storePassword(),
                config.isNdb() ? Optional.of(NdbFiles.find(distribution)) : Optional.empty());
    }

    /**
     * The same in secure mode.
     *
     * @param authorities the certificates that a server's may come from
     */
    StoreAccess inSecureMode(Path authorities) {
        try {
            String place = EngineUrl.inSecureMode(PostgresUrl.inSecureMode(url, authorities), authorities);
            return new StoreAccess(place, user, password, ndb);
        } catch (IllegalArgumentException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The environment variables with which DataNodes and function instances reach the store. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "LAMBDAFS_STORE_URL", url,
                "LAMBDAFS_STORE_USER", user,
                "LAMBDAFS_STORE_PASSWORD", password));
        ndb.ifPresent(files ->
                environment.put("NDB_LIBRARY_PATH", files.libraryDirectory().toString()));
        return environment;
    }

    /** What a process's class path has besides. */
    String moreClassPath() {
        return ndb.map(NdbFiles::classPath).orElse("");
    }

    @Override
    public String toString() {
        return "StoreAccess[" + StoreConfig.placeOf(url) + ", " + user + "]";
    }
}
