package io.lambdafs.cli;

import io.lambdafs.cli.network.GatewayAddress;
import io.lambdafs.cli.process.Component;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The gateways of a stack, as components. */
final class GatewayDaemons {
    private static final String NAME = "gateway";
    private static final String KIND = "gateway";
    private static final String MAIN = "io.lambdafs.gateway.GatewayMain";
    private static final int HEAP_MB = 512;

    /** HDFS's ports. */
    private static final int USUAL_RPC_PORT = 8020;

    private static final int USUAL_HTTP_PORT = 9870;

    private static final int ANY_PORT = 0;

    private final StackConfig config;
    private final DataDirectory data;
    private final Distribution distribution;
    private final DaemonArchives archives;
    private final List<Daemon> daemons = new ArrayList<>();

    GatewayDaemons(StackConfig config, DataDirectory data, Distribution distribution) {
        this.config = config;
        this.data = data;
        this.distribution = distribution;
        archives = new DaemonArchives(distribution, data);
        for (int i = 0; i < config.gateways().count(); i++) {
            daemons.add(new Daemon(spec(i), data));
        }
    }

    List<Component> components() {
        return List.copyOf(daemons);
    }

    /** Where those that ran at some time serve, or did when they ran last. */
    List<GatewayAddress> addresses() {
        return daemons.stream()
                .map(daemon -> GatewayAddress.parse(daemon.address()))
                .flatMap(Optional::stream)
                .toList();
    }

    static boolean isGateway(Component component) {
        return component.name().startsWith(NAME);
    }

    private Daemon.Spec spec(int number) {
        DaemonProgram program = DaemonProgram.busy(KIND, MAIN, HEAP_MB, number == 0);
        int certain = config.gateways().rpcPort() + number;
        return new Daemon.Spec(
                NAME + number,
                () -> program.command(
                        distribution,
                        archives,
                        distribution.classPath(KIND),
                        List.of(
                                "--conf", data.hadoopConfiguration().toString(),
                                "--bind", config.ports().address().text(),
                                "--rpc-port", rpcPorts(number),
                                "--http-port", httpPorts(number))),
                config.security().serviceEnvironment(data.root()),
                "READY gateway ",
                config.gateways().hasCertainPorts()
                        ? Optional.of(
                                new Daemon.NeededPort(config.ports().address(), certain, StackConfig.Gateways.PORT))
                        : Optional.empty(),
                () -> program.keepArchive(archives));
    }

    private String rpcPorts(int number) {
        Optional<URI> before = before(number).map(GatewayAddress::rpc);
        return ports(config.gateways().rpcPort(), USUAL_RPC_PORT, number, before);
    }

    private String httpPorts(int number) {
        if (!config.gateways().hasHttp()) {
            return "off";
        }
        Optional<URI> before = before(number).flatMap(GatewayAddress::http);
        return ports(config.gateways().httpPort(), USUAL_HTTP_PORT, number, before);
    }

    private Optional<GatewayAddress> before(int number) {
        return GatewayAddress.parse(daemons.get(number).address());
    }

    /**
     * The port that was asked for; otherwise that of the last time, or the usual one, or any. The gateway takes the first that
     * it can have. This command does not look for a free port itself, because another program could take that port before the
     * gateway does.
     */
    private static String ports(int certain, int usual, int number, Optional<URI> before) {
        if (certain != 0) {
            return Integer.toString(certain + number);
        }
        Set<Integer> wanted = new LinkedHashSet<>();
        before.ifPresent(address -> wanted.add(address.getPort()));
        wanted.add(usual + number);
        wanted.add(ANY_PORT);
        return wanted.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
