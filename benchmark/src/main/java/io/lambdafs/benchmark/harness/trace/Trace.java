package io.lambdafs.benchmark.harness.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace in memory: its first line, and the operations of each client in their order.
 *
 * @param lines by client
 */
public record Trace(TraceHead head, List<List<TraceLine>> lines) {
    private static final int MAX_CLIENTS = 10_000;

    public Trace {
        lines = lines.stream().map(List::copyOf).toList();
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if a line is wrong; its message has the number of the line
     */
    public static Trace read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            String first = in.readLine();
            TraceHead head = TraceHead.parse(first == null ? "" : first);
            if (head.clients() < 1 || head.clients() > MAX_CLIENTS || head.nanos() < 1) {
                throw new IllegalArgumentException(file + " has " + head.clients() + " clients and takes "
                        + head.nanos() + " ns: a trace has 1 to " + MAX_CLIENTS + " clients and takes some time");
            }
            List<List<TraceLine>> clients = new ArrayList<>();
            for (int i = 0; i < head.clients(); i++) {
                clients.add(new ArrayList<>());
            }
            int number = 1;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                add(clients, line, file + ", line " + number);
            }
            return new Trace(head, clients);
        }
    }

    private static void add(List<List<TraceLine>> clients, String text, String where) {
        try {
            TraceLine line = TraceLine.parse(text);
            if (line.client() < 0 || line.client() >= clients.size()) {
                throw new IllegalArgumentException("there is no client " + line.client());
            }
            clients.get(line.client()).add(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    /** What a client performs before the run. */
    public List<TraceLine> before(int client) {
        return lines.get(client).stream().filter(line -> line.dueNanos() < 0).toList();
    }

    /** What a client performs in the run, in the order in which it is due. */
    public List<TraceLine> during(int client) {
        return lines.get(client).stream().filter(line -> line.dueNanos() >= 0).toList();
    }
}
