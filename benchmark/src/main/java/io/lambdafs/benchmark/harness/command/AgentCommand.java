package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.agent.AgentProcess;
import io.lambdafs.benchmark.harness.agent.AgentServer;
import io.lambdafs.benchmark.harness.agent.Token;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lends this machine's clients to a run that is started elsewhere. */
@Command(
        mixinStandardHelpOptions = true,
        name = "agent",
        description =
                "Waits for a run on another machine that has clients here (run --agents). A program that has the token can do"
                        + " in any file system what this user can.")
final class AgentCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where to listen; default 127.0.0.1:7700. Connections are not encrypted: use a network that you trust.")
    private String listen = "127.0.0.1:7700";

    @Option(
            names = "--token-file",
            required = true,
            paramLabel = "FILE",
            description = "A file with the secret that both sides share.")
    private @Nullable Path tokenFile;

    @Option(names = "--once", description = "Ends after one run.")
    private boolean once;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = requireNonNull(spec, "spec").commandLine().getOut();
        Token token = Token.read(requireNonNull(tokenFile, "tokenFile"));
        try (AgentServer server = new AgentServer(AgentOptions.address("--listen", listen), token, out::println)) {
            out.println(AgentProcess.LISTENING + server.address().getHostString() + ":"
                    + server.address().getPort());
            out.flush();
            if (once) {
                server.serveOnce();
            } else {
                server.serve();
            }
        }
        return 0;
    }
}
