package io.lambdafs.cli.security;

import picocli.CommandLine.Command;

/** What there is to do about the secrets of a stack in secure mode. */
@Command(
        mixinStandardHelpOptions = true,
        name = "security",
        synopsisSubcommandLabel = "COMMAND",
        description = "Replaces secrets of a stack in secure mode. For certificates see 'lambdafs certificates'.")
public final class SecurityCommand {}
