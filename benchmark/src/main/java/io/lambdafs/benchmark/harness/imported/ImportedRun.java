package io.lambdafs.benchmark.harness.imported;

import io.lambdafs.benchmark.harness.workload.Fault;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.util.List;

/**
 * A run that a file of another program describes.
 *
 * @param plan what clients do
 * @param faults what is done to the system
 * @param notes what of the file has no effect here, in sentences
 */
public record ImportedRun(RunPlan plan, List<Fault> faults, List<String> notes) {
    public ImportedRun {
        faults = List.copyOf(faults);
        notes = List.copyOf(notes);
    }
}
