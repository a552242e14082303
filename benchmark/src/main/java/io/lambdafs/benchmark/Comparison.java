package io.lambdafs.benchmark;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** HTTP and TCP in turn, every operation, by a number of callers; round by round, so that noise hits both alike. */
final class Comparison {
    private final Map<Transport, FileSystem> clients;
    private final Callers callers;
    private final Map<Transport, Map<Operation, Figures>> figures = new EnumMap<>(Transport.class);

    Comparison(Map<Transport, FileSystem> clients, Callers callers) {
        this.clients = clients;
        this.callers = callers;
        for (Transport transport : Transport.values()) {
            Map<Operation, Figures> ofTransport = new EnumMap<>(Operation.class);
            for (Operation operation : Operation.values()) {
                ofTransport.put(operation, new Figures());
            }
            figures.put(transport, ofTransport);
        }
    }

    /** Measures; the first round warms everything up and is not counted. */
    void run(int rounds) throws IOException, InterruptedException {
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<Transport, FileSystem> client : clients.entrySet()) {
                Path base = new Path(
                        BenchmarkTree.ROOT, client.getKey() + "-" + callers.count() + "-callers-round-" + round);
                round(client.getKey(), client.getValue(), base, round > 0);
            }
        }
    }

    private void round(Transport transport, FileSystem fs, Path base, boolean counts)
            throws IOException, InterruptedException {
        int[] created = new int[callers.count()];
        for (int i = 0; i < created.length; i++) {
            fs.mkdirs(new Path(base, "caller" + i));
        }
        for (Operation operation : Operation.values()) {
            Sample sample = callers.run(operation, fs, base, created);
            if (counts) {
                of(transport, operation).add(sample);
            }
        }
    }

    int callers() {
        return callers.count();
    }

    Figures of(Transport transport, Operation operation) {
        Figures found = figures.getOrDefault(transport, Map.of()).get(operation);
        if (found == null) {
            throw new IllegalStateException(transport + " " + operation);
        }
        return found;
    }
}
