package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.echo.EchoServer;
import io.lambdafs.benchmark.hdfs.StockNameNode;
import io.lambdafs.benchmark.load.LoadClient;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Starts the servers and clients of all systems, in processes of their own. */
final class Systems {
    /** λFS as it is meant to run. */
    static final String CACHED = "lambdafs";
    /** λFS whose NameNodes keep nothing. */
    static final String STATELESS = "stateless";
    /** λFS whose NameNodes ask the store with each request what has changed. */
    static final String VALIDATING = "validate";
    /** λFS in secure mode. */
    static final String SECURE = "secure";
    /** Stock clients of λFS, by its gateway. */
    static final String GATEWAY = "gateway";
    /** The stock NameNode. */
    static final String HDFS = "HDFS";
    /** The bare echo: whatever is read, as many bytes are sent and answered. */
    static final String ECHO = "echo";

    private static final Duration TO_START = Duration.ofMinutes(1);
    private static final List<String> CLIENT_HEAP = List.of("-Xmx512m", "-XX:+UseSerialGC");
    /** The collector is the one that Java chooses. */
    private static final List<String> NAMENODE_HEAP = List.of("-Xmx1g");

    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    private final CompareOptions options;

    Systems(CompareOptions options) {
        this.options = options;
    }

    /** A λFS stack that runs already. */
    SystemUnderTest lambdaFs(CompareOptions.Stack stack) throws IOException, InterruptedException {
        return lambdaFs(stack, processes -> processes);
    }

    /** A λFS stack with something around its processes. */
    SystemUnderTest lambdaFs(CompareOptions.Stack stack, UnaryOperator<Server> around)
            throws IOException, InterruptedException {
        return SystemUnderTest.of(
                stack.mode(), around.apply(processes(stack)), client(conf(stack), List.of()), figures);
    }

    /** A λFS stack in secure mode that runs already, whose client has the delegation token in this file. */
    SystemUnderTest secureLambdaFs(CompareOptions.Stack stack, Path token) throws IOException, InterruptedException {
        List<String> flags = Stream.concat(CLIENT_HEAP.stream(), Stream.of("-Dhadoop.token.files=" + token))
                .toList();
        return SystemUnderTest.of(stack.mode(), processes(stack), client(conf(stack), flags, List.of()), figures);
    }

    /** A λFS stack that runs already, whose client is this user, whom permissions bind. */
    SystemUnderTest lambdaFsOf(CompareOptions.Stack stack, String user) throws IOException, InterruptedException {
        List<String> flags = Stream.concat(CLIENT_HEAP.stream(), Stream.of("-DHADOOP_USER_NAME=" + user))
                .toList();
        ChildProcess client = client(conf(stack), flags, List.of());
        return SystemUnderTest.of(stack.mode() + " of " + user, processes(stack), client, figures);
    }

    private static Path conf(CompareOptions.Stack stack) {
        return stack.data().resolve("conf");
    }

    private Server processes(CompareOptions.Stack stack) throws IOException {
        return new StackProcesses(ServerProcesses.ofStatusTable(stack.status()), platform(stack), figures);
    }

    /** Stock clients of a stack that runs already: those of HDFS, without the plugin's settings. */
    SystemUnderTest gateway(String name, CompareOptions.Stack stack) throws IOException, InterruptedException {
        ServerProcesses.Component gateway = ServerProcesses.component(stack.status(), "gateway0");
        Path conf = Files.createDirectories(options.work().resolve(name + "-conf"));
        Files.writeString(
                conf.resolve("core-site.xml"), coreSite(gateway.addresses().get(0)));
        Server behind = new StackProcesses(ServerProcesses.ofStatusTable(stack.status()), platform(stack), figures);
        return SystemUnderTest.of(
                name, new WithGateway(behind, gateway.pid(), figures), client(conf, List.of()), figures);
    }

    /** A client that calls the same stack by HTTP alone. */
    ChildProcess httpClient(CompareOptions.Stack stack) throws IOException, InterruptedException {
        ChildProcess client = clientByHttp(stack);
        client.answer(TO_START);
        return client;
    }

    /** A stack that runs already, called by HTTP alone. */
    SystemUnderTest overHttp(CompareOptions.Stack stack) throws IOException, InterruptedException {
        return SystemUnderTest.of(stack.mode(), processes(stack), clientByHttp(stack), figures);
    }

    private ChildProcess clientByHttp(CompareOptions.Stack stack) throws IOException {
        Path conf = Files.createDirectories(options.work().resolve(stack.mode() + "-http-conf"));
        Configuration configuration = new Configuration(false);
        for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
            configuration.addResource(
                    stack.data().resolve("conf").resolve(file).toUri().toURL());
        }
        configuration.set("lambdafs.client.tcp.enabled", "false");
        try (OutputStream out = Files.newOutputStream(conf.resolve("core-site.xml"))) {
            configuration.writeXml(out);
        }
        return client(conf, List.of());
    }

    /** What the platform of a stack knows. */
    static Platform platform(CompareOptions.Stack stack) throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.addResource(
                stack.data().resolve("conf/core-site.xml").toUri().toURL());
        return Platform.of(
                configuration,
                Files.readString(conf(stack).resolve("platform.key")).strip());
    }

    SystemUnderTest hdfs() throws IOException, InterruptedException {
        Path conf = Files.createDirectories(options.work().resolve("hdfs-conf"));
        ChildProcess nameNode = java(
                NAMENODE_HEAP,
                conf + ":" + options.jar() + ":" + options.serverClassPath(),
                List.of(
                        StockNameNode.class.getName(),
                        options.work().resolve("hdfs").toString()),
                "namenode");
        String port = nameNode.answer(TO_START);
        Files.writeString(conf.resolve("core-site.xml"), coreSite("hdfs://127.0.0.1:" + port));
        return SystemUnderTest.of(
                HDFS, new SingleProcess("namenode", nameNode, figures), client(conf, List.of()), figures);
    }

    SystemUnderTest echo() throws IOException, InterruptedException {
        Path conf = Files.createDirectories(options.work().resolve("echo-conf"));
        ChildProcess server = java(
                CLIENT_HEAP,
                conf + ":" + options.jar() + ":" + options.serverClassPath(),
                List.of(EchoServer.class.getName()),
                "echo");
        String port = server.answer(TO_START);
        return SystemUnderTest.of(ECHO, new SingleProcess(ECHO, server, figures), client(conf, List.of(port)), figures);
    }

    /** The same program with the same libraries for all; only the configuration differs. */
    private ChildProcess client(Path conf, List<String> arguments) throws IOException {
        return client(conf, CLIENT_HEAP, arguments);
    }

    private ChildProcess client(Path conf, List<String> flags, List<String> arguments) throws IOException {
        List<String> program = new ArrayList<>(List.of(LoadClient.class.getName()));
        program.addAll(arguments);
        return java(
                flags,
                conf + ":" + options.jar() + ":" + options.clientClassPath() + ":" + options.serverClassPath(),
                program,
                "client");
    }

    private ChildProcess java(List<String> flags, String classPath, List<String> program, String log)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(flags);
        command.addAll(List.of("-Djava.net.preferIPv4Stack=true", "-cp", classPath));
        command.addAll(program);
        return ChildProcess.start(command, options.work().resolve(log + ".log"));
    }

    private static String coreSite(String uri) {
        return "<configuration><property><name>fs.defaultFS</name><value>" + uri
                + "</value></property></configuration>";
    }
}
