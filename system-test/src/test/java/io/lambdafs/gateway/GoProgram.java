package io.lambdafs.gateway;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Builds programs in Go that tests run. */
public final class GoProgram {
    /** The first build fetches and compiles libraries. */
    private static final Duration BOUND = Duration.ofMinutes(10);

    private GoProgram() {}

    /**
     * Builds one. Where there is no Go, or a library cannot be fetched, the test is skipped.
     *
     * @param source its directory below that of the tests
     * @return the program
     */
    public static Path build(String source) throws IOException, InterruptedException {
        ClientProgram.Ended go = ClientProgram.findTool("go", BOUND);
        assumeThat(go.noTool()).as(go.errors().strip()).isFalse();
        Path program = ClientProgram.target("go-programs").resolve(source);
        ClientProgram.Ended built = new ClientProgram(
                        CheckoutSources.root()
                                .toAbsolutePath()
                                .resolve("system-test/src/test")
                                .resolve(source),
                        Map.of("GOFLAGS", "-mod=readonly -buildvcs=false"),
                        BOUND)
                .run(go.require().strip(), "build", "-o", program.toString(), ".");
        assumeThat(built.status() != 0 && built.errors().contains("dial tcp"))
                .as(source + " is left out, because a library cannot be fetched: " + built.errors())
                .isFalse();
        built.require();
        return program;
    }
}
