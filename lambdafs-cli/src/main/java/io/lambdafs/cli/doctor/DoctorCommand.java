package io.lambdafs.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks for what is wrong with a stack. Its exit code is 1 if a finding is an error, else 0. */
@Command(
        mixinStandardHelpOptions = true,
        name = "doctor",
        description =
                "Looks for what is wrong with the stack or soon will be, and says what to do. It changes nothing.")
public final class DoctorCommand implements Callable<Integer> {
    private static final int WRONG = 1;

    private final ExaminedStack.Finder stacks;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(names = "--json", description = "Prints one JSON object instead of lines, for programs.")
    private boolean json;

    /** A command about a stack that is found here. */
    public DoctorCommand(ExaminedStack.Finder stacks) {
        this.stacks = stacks;
    }

    private static List<Check> checks() {
        return List.of(
                new VersionCheck(),
                new ProcessCheck(),
                new PortCheck(),
                new DiskCheck(),
                new MemoryCheck(),
                new CoordinatorCheck(),
                new PlatformCheck(),
                new DriftCheck(),
                new StoreCheck());
    }

    @Override
    public Integer call() {
        ExaminedStack stack = stacks.find(Optional.ofNullable(dataDirectory));
        Findings findings = new Findings();
        for (Check check : checks()) {
            findings.begin(check.name());
            check.run(stack, findings);
        }
        // UTF-8 whatever the locale says.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        out.println(json ? json(findings) : text(findings));
        out.flush();
        return findings.count(Severity.ERROR) > 0 ? WRONG : 0;
    }

    private static String text(Findings findings) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings.all()) {
            text.append(String.format(
                    Locale.ROOT, "%-8s %-12s %s%n", finding.severity().text(), finding.check(), finding.message()));
            if (!finding.remedy().isEmpty()) {
                text.append(String.format(Locale.ROOT, "%-22s%s%n", "", finding.remedy()));
            }
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%n%d errors, %d warnings",
                        findings.count(Severity.ERROR),
                        findings.count(Severity.WARNING)))
                .toString();
    }

    private static String json(Findings findings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("errors", findings.count(Severity.ERROR));
        json.put("warnings", findings.count(Severity.WARNING));
        ArrayNode rows = json.putArray("findings");
        for (Finding finding : findings.all()) {
            rows.addObject()
                    .put("check", finding.check())
                    .put("severity", finding.severity().text())
                    .put("message", finding.message())
                    .put("remedy", finding.remedy());
        }
        return json.toPrettyString();
    }
}
