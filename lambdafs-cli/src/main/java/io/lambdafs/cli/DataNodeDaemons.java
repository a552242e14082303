package io.lambdafs.cli;

import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.store.EngineFiles;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.sql.DataNodeRole;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The DataNodes of a stack, and the process that does their housekeeping where they may not. */
final class DataNodeDaemons {
    private static final String DATANODE = "datanode";
    private static final int HEAP_MB = 256;
    private static final int HOUSEKEEPER_HEAP_MB = 128;

    private final StackConfig config;
    private final DataDirectory data;
    private final Distribution distribution;
    private final DaemonArchives archives;
    private final EngineFiles engine;

    DataNodeDaemons(
            StackConfig config,
            DataDirectory data,
            Distribution distribution,
            DaemonArchives archives,
            EngineFiles engine) {
        this.config = config;
        this.data = data;
        this.distribution = distribution;
        this.archives = archives;
        this.engine = engine;
    }

    static boolean isDataNode(Component component) {
        return component.name().startsWith(DATANODE);
    }

    /** In secure mode the stack's own store lets DataNodes report, and another process does the housekeeping. */
    boolean onlyReport() {
        return config.security().secure() && config.ownStore().isPresent();
    }

    /** Whether they have a secret of their own for the stack's own engine. */
    boolean haveASecretOfTheEngine() {
        return onlyReport() && config.ownStore().equals(Optional.of(OwnStore.ROCKS));
    }

    /* The server runs, because DataNodes are started after the store. */
    private Map<String, String> reporting() throws IOException {
        if (haveASecretOfTheEngine()) {
            return engine.dataNodeEnvironment();
        }
        EmbeddedPostgres server = EmbeddedPostgres.at(data.of(OwnStore.EMBEDDED_POSTGRES.directory()));
        try {
            DataNodeRole.grant(server.storeConfig(1), EmbeddedPostgres.DATANODE);
        } catch (StoreException e) {
            throw new IOException("DataNodes get no rights in the stack's own PostgreSQL: " + e.getMessage(), e);
        }
        StoreConfig login = server.dataNodeConfig(1);
        return Map.of(
                "LAMBDAFS_STORE_USER",
                login.user(),
                "LAMBDAFS_STORE_PASSWORD",
                login.password(),
                "LAMBDAFS_STORE_ROLE",
                DATANODE);
    }

    /** All of them; without a store they can be looked at, not started. */
    List<Daemon> of(Optional<StoreAccess> store) {
        List<Daemon> daemons = new ArrayList<>();
        housekeeper(store).ifPresent(daemons::add);
        daemons.addAll(dataNodes(store));
        return daemons;
    }

    private Optional<Daemon> housekeeper(Optional<StoreAccess> store) {
        if (!onlyReport() || config.dataNodes() == 0) {
            return Optional.empty();
        }
        DaemonProgram program =
                DaemonProgram.light(DATANODE, "io.lambdafs.datanode.HousekeeperMain", HOUSEKEEPER_HEAP_MB, false);
        return Optional.of(new Daemon(
                new Daemon.Spec(
                        "housekeeper",
                        () -> program.command(
                                distribution, archives, distribution.classPath(program.kind()), List.of()),
                        environment(store),
                        "READY housekeeper",
                        Optional.empty(),
                        () -> {}),
                data));
    }

    private Map<String, String> environment(Optional<StoreAccess> store) {
        Map<String, String> environment = new HashMap<>(config.security().environment());
        store.map(StoreAccess::environment).ifPresent(environment::putAll);
        return environment;
    }

    private List<Daemon> dataNodes(Optional<StoreAccess> store) {
        Map<String, String> environment = environment(store);
        if (store.isPresent() && onlyReport()) {
            environment.putAll(ManagedStack.asked(this::reporting));
        }
        String moreClassPath = store.map(StoreAccess::moreClassPath).orElse("");
        List<Daemon> dataNodes = new ArrayList<>();
        for (int i = 0; i < config.dataNodes(); i++) {
            String name = DATANODE + i;
            DaemonProgram program = program(i == 0);
            dataNodes.add(new Daemon(
                    new Daemon.Spec(
                            name,
                            () -> program.command(
                                    distribution,
                                    archives,
                                    distribution.classPath(program.kind()) + moreClassPath,
                                    List.of(
                                            "--data-dir", config.volumes().dataDirectories(name, data::of),
                                            "--bind", config.ports().address().text())),
                            environment,
                            "READY datanode ",
                            Optional.empty(),
                            () -> program.keepArchive(archives)),
                    data));
        }
        return dataNodes;
    }

    /* Only the second compiler has the machine's instructions for the encryption of what is transferred. */
    private DaemonProgram program(boolean records) {
        boolean encrypts = config.security().secure();
        return new DaemonProgram(DATANODE, "io.lambdafs.datanode.DataNodeMain", HEAP_MB, records, encrypts);
    }
}
