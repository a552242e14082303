package io.lambdafs.cli;

import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.store.OwnStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Starts a stack, or what of it is not running. */
@Command(
        mixinStandardHelpOptions = true,
        name = "start",
        description = "Starts the stack, or brings back what of it has died. Data of an earlier start is kept.")
final class StartCommand implements Runnable {
    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Mixin
    private StackOptions options = new StackOptions();

    @Override
    public void run() {
        Console console = Console.standard();
        ManagedStack stack = start(dataDirectory.directory(), options, console);
        console.line(
                "λFS is running: %d NameNode functions, %d DataNodes.",
                stack.config().deployments(), stack.config().dataNodes());
        console.line("Try:  bin/lambdafs dfs -ls /      bin/lambdafs status      bin/lambdafs conf");
    }

    static ManagedStack start(DataDirectory data, StackOptions options, Console console) {
        if (data.exists()) {
            data.requireExists();
        }
        boolean isSaved = StackConfig.isSaved(data);
        StackConfig earlier = isSaved ? StackConfig.load(data) : StackConfig.defaults();
        StackConfig config = options.over(earlier);
        if (isSaved) {
            requireSameData(data, earlier, config);
        }
        if (!config.ports().address().isLoopback()) {
            console.line("Warning: " + config.ports().address().danger() + " Keep others out of that network.");
        }
        data.prepare();
        ManagedStack stack = new ManagedStack(config, data, Distribution.current());
        data.exclusively(() -> {
            if (isSaved && !config.equals(earlier)) {
                stopWhatDoesNotFit(new ManagedStack(earlier, data, Distribution.current()), config, console);
            }
            stack.start(numbering(isSaved, earlier, config, options), console);
        });
        if (!options.saysStore()
                && config.ownStore().filter(OwnStore.EMBEDDED_POSTGRES::equals).isPresent()) {
            console.line("The metadata stays in the stack's own PostgreSQL. In '" + OwnStore.ROCKS.option()
                    + "', the store of new stacks, writes are cheaper: docs/store.md says how to move.");
        }
        return stack;
    }

    /** Refuses a start that would show an empty file system where there is one with files. */
    private static void requireSameData(DataDirectory data, StackConfig earlier, StackConfig config) {
        earlier.ownStore()
                .filter(kind -> !kind.equals(config.ownStore().orElse(kind)))
                .filter(kind -> data.hasFiles(kind.directory()))
                .ifPresent(kind -> {
                    throw new CliException("the files of this λFS are in its own store '" + kind.option() + "', and '"
                            + config.store() + "' would begin with none: start with --store " + kind.option()
                            + ", or make another λFS with another --data-dir; docs/store.md says how to move files");
                });
    }

    private static ManagedStack.Numbering numbering(
            boolean isSaved, StackConfig earlier, StackConfig config, StackOptions options) {
        boolean sameStore = isSaved
                && earlier.store().equals(config.store())
                && earlier.mode().equals(config.mode());
        if (options.saysDeployments()) {
            return ManagedStack.Numbering.CHANGED;
        }
        return sameStore ? ManagedStack.Numbering.AS_BEFORE : ManagedStack.Numbering.REQUIRED;
    }

    /** A running stack of other settings is stopped first: its processes would not hear of the new ones. */
    private static void stopWhatDoesNotFit(ManagedStack running, StackConfig config, Console console) {
        StackConfig old = running.config();
        boolean sameBase = old.store().equals(config.store())
                && old.ports().equals(config.ports())
                && old.security().equals(config.security())
                && old.engineMemory().equals(config.engineMemory());
        if (!sameBase && running.components().stream().anyMatch(Component::isRunning)) {
            console.line("The stack runs with other settings: stopping it first.");
            running.stop(console);
            return;
        }
        if (!old.gateways().equals(config.gateways())) {
            running.components().stream()
                    .filter(GatewayDaemons::isGateway)
                    .filter(Component::isRunning)
                    .forEach(gateway -> console.step("stopping " + gateway.name(), gateway::stop));
        }
        if (!config.volumes().extend(old.volumes())) {
            throw new CliException("the DataNodes have the volumes " + old.volumes()
                    + ", and changing or taking away some" + " would take their blocks away: start with --volumes "
                    + old.volumes() + ", and others after them");
        }
        if (!config.volumes().equals(old.volumes())) {
            running.components().stream()
                    .filter(DataNodeDaemons::isDataNode)
                    .filter(Component::isRunning)
                    .forEach(dataNode -> console.step("stopping " + dataNode.name(), dataNode::stop));
        }
        if (old.dataNodes() > config.dataNodes()) {
            throw new CliException("there are " + old.dataNodes() + " DataNodes, and taking some away would take their"
                    + " blocks away: start with --datanodes " + old.dataNodes() + " or more");
        }
    }
}
