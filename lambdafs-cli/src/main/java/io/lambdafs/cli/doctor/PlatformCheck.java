package io.lambdafs.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import java.util.function.Predicate;

/** Whether the platform answers, has room, and what its instances complain of. */
final class PlatformCheck implements Check {
    private static final double FULL_HEAP = 0.97;

    @Override
    public String name() {
        return "platform";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        JsonNode pool = stack.status().path("pool");
        if (pool.isMissingNode()) {
            findings.error(
                    "the platform at " + stack.status().path("platform").asText() + " does not answer",
                    "Run 'lambdafs start', and look at 'lambdafs logs platform'.");
            return;
        }
        findings.ok(stack.status().path("instances").size() + " function instances, "
                + pool.path("usedMemoryMb").asLong() + " of "
                + pool.path("totalMemoryMb").asLong() + " MB given out");
        if (pool.path("queued").asLong() > 0) {
            findings.warning(
                    pool.path("queued").asLong() + " calls wait for room in the pool",
                    "Give the pool more with 'lambdafs start --pool-cpu-millis', or this machine more memory.");
        }
        if (pool.has("noLimitsBecause") && !stack.setting("instance-cpu-millis").equals("0")) {
            findings.warning(
                    "instances run without the limits that were asked for: "
                            + pool.path("noLimitsBecause").asText(),
                    "Do what it says, or start with --instance-cpu-millis 0.");
        }
        try {
            judge(Samples.parse(stack.metrics().get()), findings);
        } catch (RuntimeException e) {
            findings.error(
                    "the platform does not report its metrics (" + e.getMessage() + ")",
                    "Run 'lambdafs stop' and 'lambdafs start', so that it is of this version.");
        }
    }

    /** Says what the metrics mean. */
    static void judge(Samples samples, Findings findings) {
        findings.ok("the metrics of the platform can be read");
        more(
                samples.sum("lambdafs_audit_lines_total", of("result", "lost")),
                "lines of the audit log were lost",
                "See whether the disk is full; otherwise more operations are answered than can be written.",
                findings);
        more(
                samples.sum("lambdafs_operations_total", of("outcome", "internal_error")),
                "operations failed because of a defect",
                "Look at 'lambdafs logs namenode0', and so on, for the stack trace, and report it.",
                findings);
        more(
                samples.sum("lambdafs_platform_stem_cells_lost_total"),
                "stem cells died or did not answer",
                "Look at 'lambdafs logs platform', and whether this machine has memory left.",
                findings);
        for (Sample used : samples.of("lambdafs_heap_used_bytes")) {
            double max = samples.sum(
                    "lambdafs_heap_max_bytes",
                    sample -> sample.label("instance_id").equals(used.label("instance_id")));
            if (max > 0 && used.value() > max * FULL_HEAP) {
                findings.warning(
                        "instance " + used.label("instance_id") + " of " + used.label("deployment")
                                + " uses nearly all of its heap",
                        "If that lasts, set a smaller LAMBDAFS_CACHE_BYTES. An instance that runs out of memory ends and is"
                                + " replaced.");
            }
        }
    }

    private static Predicate<Sample> of(String label, String value) {
        return sample -> sample.label(label).equals(value);
    }

    private static void more(double count, String what, String remedy, Findings findings) {
        if (count > 0) {
            findings.warning((long) count + " " + what, remedy);
        }
    }
}
