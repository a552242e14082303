package io.lambdafs.benchmark.simulation;

import io.lambdafs.benchmark.simulation.calibration.Calibration;
import io.lambdafs.benchmark.simulation.calibration.DiskSync;
import io.lambdafs.benchmark.simulation.calibration.MeasuredRounds;
import io.lambdafs.benchmark.simulation.calibration.MeasuredStarts;
import io.lambdafs.benchmark.simulation.parameters.ParameterFile;
import io.lambdafs.benchmark.simulation.parameters.ParameterSource;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The program: makes parameters of what {@code benchmark/run calibrate} has measured. That script calls it. */
public final class Calibrate {
    private Calibrate() {}

    /**
     * Takes {@code measured=PREFIX}, which the files with measurements begin with, {@code probe=DIRECTORY}, in which the disk is tried, and
     * {@code out=FILE}.
     */
    public static void main(String[] args) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            values.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        String prefix = required(values, "measured");
        Map<StoreKind, MeasuredRounds> stores = new HashMap<>();
        for (StoreKind store : new StoreKind[] {StoreKind.ENGINE, StoreKind.POSTGRESQL}) {
            stores.put(store, MeasuredRounds.read(Path.of(prefix + "-" + store.key() + ".csv")));
        }
        double fsync = DiskSync.quartileMicros(Path.of(required(values, "probe")));
        Calibration.Measurements measured = new Calibration.Measurements(
                stores,
                MeasuredRounds.read(Path.of(prefix + "-rounds.csv")),
                MeasuredStarts.read(Path.of(prefix + "-starts.csv")),
                fsync,
                Runtime.getRuntime().availableProcessors());
        SimulationParameters parameters = Calibration.of(
                ParameterFile.committed(),
                measured,
                machine(),
                LocalDate.now(ZoneOffset.UTC).toString());
        Path out = Path.of(required(values, "out"));
        ParameterFile.write(parameters, out);
        long count = parameters.values().values().stream()
                .filter(value -> value.source() == ParameterSource.MEASURED)
                .count();
        System.out.printf(
                Locale.ROOT,
                "a sync of the disk takes %.0f µs; %d of %d parameters were measured; all are in %s%n",
                fsync,
                count,
                parameters.values().size(),
                out);
    }

    private static String machine() {
        return Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.name") + ", Java "
                + Runtime.version().feature();
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
