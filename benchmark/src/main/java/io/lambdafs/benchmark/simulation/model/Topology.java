package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;

/**
 * Which machines there are, and what runs on them.
 *
 * @param machineCores the cores of the one machine on which everything runs; 0 if each part has its own
 * @param clients callers, each with one operation under way
 * @param clientMachines processes of clients, each on a machine of its own unless everything is on one
 * @param clientCores the cores of each such machine
 * @param deployments NameNode functions; of a fixed cluster, its NameNodes
 * @param instanceVcpus the cores of a NameNode
 * @param firstInstances how many NameNodes are there, warm, at the beginning; they are divided among the functions
 * @param mostInstances how many NameNodes there may be
 * @param storeCores the cores that the store can use
 * @param platformCores the cores of the platform's controllers
 */
public record Topology(
        double machineCores,
        int clients,
        int clientMachines,
        double clientCores,
        int deployments,
        double instanceVcpus,
        int firstInstances,
        int mostInstances,
        double storeCores,
        double platformCores) {
    /** The λFS paper's: 8 machines of 16 vCPU for 1,024 clients. */
    private static final int CLIENTS_PER_MACHINE = 128;

    private static final double MACHINE_VCPUS = 16;
    /** The λFS paper's: 6.25 vCPU for a function, 16 for a NameNode of HopsFS, and 20 functions while few clients call. */
    private static final double FUNCTION_VCPUS = 6.25;

    private static final int FUNCTIONS = 20;

    /** Checks that there is something of each. */
    public Topology {
        if (clients < 1 || clientMachines < 1 || deployments < 1 || mostInstances < deployments) {
            throw new IllegalArgumentException(
                    "a system needs clients, machines, functions and an instance for each of them, not " + clients
                            + ", " + clientMachines + ", " + deployments + " and " + mostInstances);
        }
    }

    /** Everything on one machine, as {@code lambdafs start} does it: so many functions with an instance each. */
    public static Topology local(double cores, int functions, int clients) {
        return new Topology(cores, clients, 1, cores, functions, cores, functions, functions, cores, cores);
    }

    /**
     * A cluster as in the λFS paper.
     *
     * @param vcpus what NameNodes may use together
     * @param factor how many times as much of everything there is besides: functions, platform; and the largest store there is instead
     *     of an ordinary one, if it is more than 1
     */
    public static Topology cluster(
            SimulationParameters parameters, SystemMode mode, StoreKind store, double vcpus, int clients, int factor) {
        double share = mode.isElastic() ? parameters.of("scaling.pool-share") : 1;
        double each = mode.isElastic() ? FUNCTION_VCPUS : MACHINE_VCPUS;
        int most = Math.max(1, (int) (vcpus * share / each));
        int deployments = mode.isElastic() ? Math.min(most, FUNCTIONS * factor) : most;
        String cores = store.key() + (factor > 1 ? ".cores-most" : ".cores");
        return new Topology(
                0,
                clients,
                Math.max(8 * factor, (clients + CLIENTS_PER_MACHINE - 1) / CLIENTS_PER_MACHINE),
                MACHINE_VCPUS,
                deployments,
                each,
                deployments,
                most,
                parameters.of(cores),
                parameters.of("platform.cores") * factor);
    }

    /** The same with so many warm NameNodes at the beginning, or as many as there may be. */
    public Topology startingWith(int instances) {
        return new Topology(
                machineCores,
                clients,
                clientMachines,
                clientCores,
                deployments,
                instanceVcpus,
                Math.min(instances, mostInstances),
                mostInstances,
                storeCores,
                platformCores);
    }

    /** The same with functions of another size; there may be as many as vCPUs allow. */
    public Topology withFunctions(double vcpusOfEach, double vcpus) {
        int most = Math.max(1, (int) (vcpus / vcpusOfEach));
        int functions = Math.min(deployments, most);
        return new Topology(
                machineCores,
                clients,
                clientMachines,
                clientCores,
                functions,
                vcpusOfEach,
                functions,
                most,
                storeCores,
                platformCores);
    }

    /** The same with NameNodes that have so many times the cores. */
    public Topology withFasterInstances(double factor) {
        return new Topology(
                machineCores,
                clients,
                clientMachines,
                clientCores,
                deployments,
                instanceVcpus * factor,
                firstInstances,
                mostInstances,
                storeCores,
                platformCores);
    }

    boolean isOneMachine() {
        return machineCores > 0;
    }
}
