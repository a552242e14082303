package io.lambdafs.cli.certificate;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes, shows and renews the certificates of a stack. */
@Command(
        mixinStandardHelpOptions = true,
        name = "certificates",
        description =
                "Makes the certificates of a stack if there are none, renews those that are about to end, and shows"
                        + " them. Running processes take up new ones within seconds.")
public final class CertificatesCommand implements Callable<Integer> {
    private final Stacks stacks;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(names = "--renew", description = "Renews all certificates that the stack's own authority has issued.")
    private boolean renew;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A name or an address by which clients know this machine; may be given several times.")
    private List<String> hosts = new ArrayList<>();

    @Spec
    private @Nullable CommandSpec spec;

    /** Finds what the command is about. */
    @FunctionalInterface
    public interface Stacks {
        /** The stack in this data directory, or in the usual one. */
        CertifiedStack find(Optional<Path> dataDirectory);
    }

    /**
     * A stack whose processes have certificates.
     *
     * @param security its directory of certificates
     * @param bindAddress where it listens
     */
    public record CertifiedStack(Path security, String bindAddress) {}

    /** A command about a stack that is found here. */
    public CertificatesCommand(Stacks stacks) {
        this.stacks = stacks;
    }

    @Override
    public Integer call() throws IOException {
        CertifiedStack stack = stacks.find(Optional.ofNullable(dataDirectory));
        SecurityDirectory directory = new SecurityDirectory(stack.security(), InstantSource.system());
        Set<String> names = new TreeSet<>(HostNames.of(stack.bindAddress()));
        names.addAll(hosts);
        List<Role> issued = renew ? directory.renew(names) : directory.prepare(names);
        print("Clients trust " + directory.authorities());
        for (Role role : Role.values()) {
            X509Certificate certificate = directory.read(role);
            print(String.format(
                    Locale.ROOT,
                    "%-9s valid to %s%s%s",
                    role.text(),
                    certificate
                            .getNotAfter()
                            .toInstant()
                            .atOffset(ZoneOffset.UTC)
                            .toLocalDate(),
                    issued.contains(role) ? ", new" : "",
                    role.isServer() ? ", for " + String.join(", ", CertificateNames.of(certificate)) : ""));
        }
        return 0;
    }

    private void print(String line) {
        if (spec != null) {
            spec.commandLine().getOut().println(line);
        }
    }
}
