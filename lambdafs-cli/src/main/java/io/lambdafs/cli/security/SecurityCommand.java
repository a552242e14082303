package io.lambdafs.cli.security;

import static java.util.Objects.requireNonNull;

import io.lambdafs.cli.process.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What there is to do about the secrets of a stack in secure mode. */
@Command(
        mixinStandardHelpOptions = true,
        name = "security",
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Replaces the service key of a stack in secure mode, and lists and cancels delegation tokens. For certificates see 'lambdafs certificates'.",
        subcommands = CommandLine.HelpCommand.class)
public final class SecurityCommand {
    private static final int MOST_MINUTES = 7 * 24 * 60;

    private final Stacks stacks;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Spec
    private @Nullable CommandSpec spec;

    /** Finds what the command is about. */
    @FunctionalInterface
    public interface Stacks {
        /** The stack in this data directory, or in the usual one. */
        KeyedStack find(Optional<Path> dataDirectory);
    }

    /**
     * A stack with a service key.
     *
     * @param key the key's file
     * @param tool the program that changes the store
     */
    public record KeyedStack(Path key, SecurityRecord.StoreTool tool) {
        public KeyedStack {
            requireNonNull(key, "key");
            requireNonNull(tool, "tool");
        }
    }

    /** A command about a stack that is found here. */
    public SecurityCommand(Stacks stacks) {
        this.stacks = stacks;
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "replace-key",
            description =
                    "Replaces the service key while the stack runs. Processes that have the key's file take up the new"
                            + " one within seconds; to others it must be brought while the old one still counts.")
    int replaceKey(
            @Option(
                            names = "--old-keys-minutes",
                            paramLabel = "N",
                            defaultValue = "10",
                            description =
                                    "For how long the key that is replaced still counts, and those before it at the most:"
                                            + " 0 to 10080; default 10. With 0, functions refuse them within 30 seconds.")
                    int minutes)
            throws IOException {
        if (minutes < 0 || minutes > MOST_MINUTES) {
            throw new IOException("--old-keys-minutes must be between 0 and " + MOST_MINUTES + ", not " + minutes);
        }
        KeyedStack stack = stack();
        ToolRun run = stack.tool().run("replace-key", stack.key().toString(), Integer.toString(minutes));
        if (!run.succeeded()) {
            throw new IOException(
                    "the service key is not replaced, or only in the store: run this again. " + run.said());
        }
        say("The new key is in " + stack.key() + ". Those before it count for " + minutes + " minutes at the most.");
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "tokens",
            description =
                    "Lists the delegation tokens of all users, without their secrets, with tabs between the columns.")
    int tokens() throws IOException {
        ToolRun run = stack().tool().run("tokens");
        if (!run.succeeded()) {
            throw new IOException("the tokens cannot be listed. " + run.said());
        }
        say(run.said());
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "cancel-tokens",
            description =
                    "Cancels the delegation tokens that a user has now, and those that the user has obtained for others."
                            + " Functions refuse them within 30 seconds.")
    int cancelTokens(
            @Option(names = "--user", paramLabel = "USER", required = true, description = "Whose tokens end.")
                    String user)
            throws IOException {
        ToolRun run = stack().tool().run("cancel-tokens", user);
        if (!run.succeeded()) {
            throw new IOException("it is not known whether the tokens are cancelled: run this again. " + run.said());
        }
        say("Cancelled tokens: " + run.said() + ". Functions refuse them within 30 seconds.");
        return 0;
    }

    private KeyedStack stack() throws IOException {
        KeyedStack stack = stacks.find(Optional.ofNullable(dataDirectory));
        if (!Files.exists(stack.key())) {
            throw new IOException(
                    "there is no service key in " + stack.key() + ": 'lambdafs start --secure' makes the first one");
        }
        return stack;
    }

    private void say(String text) {
        requireNonNull(spec, "spec").commandLine().getOut().println(text);
    }
}
