package io.lambdafs.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what an existing Hadoop client needs. */
@Command(
        mixinStandardHelpOptions = true,
        name = "conf",
        description = "Prints what an existing Hadoop client needs, with the plugin and without.")
final class ConfCommand implements Runnable {
    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Override
    public void run() {
        ManagedStack stack = ManagedStack.load(dataDirectory.directory());
        HadoopFiles files = stack.hadoopFiles();
        Console console = Console.standard();
        console.line("WITH THE PLUGIN, which reaches the functions directly");
        console.line("");
        console.line("1. Put this jar on the class path of the client, for instance into share/hadoop/hdfs/lib:");
        console.line("");
        console.line(stack.distribution().pluginJar().toString());
        console.line("");
        console.line("2. core-site.xml:");
        console.line("");
        console.line(HadoopFiles.xml(files.allSettings()));
        console.line("3. hdfs-site.xml:");
        console.line("");
        console.line(HadoopFiles.xml(files.hdfsSettings()));
        console.line(
                "The lambdafs.client.* settings may be left out for the user who started this stack: they are also in");
        console.line("~/.lambdafs/client.properties. Both files are in "
                + stack.data().hadoopConfiguration() + ".");
        console.line("");
        console.line("WITHOUT THE PLUGIN, by the gateways");
        console.line("");
        if (stack.config().gateways().count() == 0) {
            console.line("There is no gateway. Start one with 'lambdafs start --gateway 1'.");
            return;
        }
        console.line("1. core-site.xml:");
        console.line("");
        console.line(HadoopFiles.xml(files.gatewaySettings()));
        console.line("2. hdfs-site.xml, as above. Both files are in "
                + HadoopFiles.withoutPlugin(stack.data().hadoopConfiguration()) + ".");
        console.line("");
        console.line("Clients that take one address only, such as those that are not Java, take one of:");
        stack.gatewayAddresses().forEach(address -> console.line("  " + address.rpc()));
        boolean secure = stack.config().security().secure();
        String webHdfs = (secure ? "swebhdfs" : "webhdfs") + "://HOST:PORT/";
        console.line("WebHDFS (" + (stack.config().gateways().hasHttp() ? webHdfs : "off") + "):");
        stack.gatewayAddresses()
                .forEach(address -> address.http().ifPresent(http -> console.line("  " + http + "/webhdfs/v1/")));
        if (secure) {
            console.line("Java's clients know its certificate by ssl-client.xml beside the other files, others by "
                    + stack.data().certificates().authorities() + ".");
        }
    }
}
