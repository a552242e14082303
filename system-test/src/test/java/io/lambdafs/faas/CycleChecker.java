package io.lambdafs.faas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells whether a history of {@link ListTransaction}s is strictly serializable, after Kingsbury and Alvaro, "Elle:
 * Inferring Isolation Anomalies from Experimental Observations" (2020). A list shows in which order it was appended to.
 * So what the transactions have read shows which must come before which. A transaction comes before another one if it
 * appended before, if the other read what it appended, if it read before the other appended, or if it had ended when
 * the other began. If these demands have a cycle, no order fulfils them.
 *
 * <p>A transaction of which it is not known whether it was committed counts as committed if anybody has read its number, and else as if it had never
 * been.
 */
final class CycleChecker {
    private final List<ListTransaction> committed = new ArrayList<>();
    private final Map<Long, Integer> byNumber = new HashMap<>();
    private final Map<Integer, List<Long>> orders = new TreeMap<>();
    private final List<List<Integer>> after = new ArrayList<>();

    private CycleChecker() {}

    /**
     * Looks for what must not be.
     *
     * @param history with a transaction at its end that reads all files
     * @return what is wrong, if anything is
     */
    static Optional<String> violation(List<ListTransaction> history) {
        CycleChecker checker = new CycleChecker();
        return checker.look(history);
    }

    private Optional<String> look(List<ListTransaction> history) {
        for (ListTransaction transaction : history) {
            for (Map.Entry<Integer, List<Long>> read : transaction.reads().entrySet()) {
                List<Long> longest = orders.getOrDefault(read.getKey(), List.of());
                List<Long> longer = read.getValue().size() > longest.size() ? read.getValue() : longest;
                List<Long> shorter = longer == longest ? read.getValue() : longest;
                if (!ListPrefix.isPrefix(shorter, longer)) {
                    return Optional.of("file " + read.getKey() + " was read as " + shorter + " and as " + longer);
                }
                orders.put(read.getKey(), longer);
            }
        }
        Set<Long> seen = new HashSet<>();
        orders.values().forEach(seen::addAll);
        for (ListTransaction transaction : history) {
            if (transaction.isAcknowledged() || seen.contains(transaction.number())) {
                byNumber.put(transaction.number(), committed.size());
                committed.add(transaction);
                after.add(new ArrayList<>());
            }
        }
        return lost().or(this::cycle);
    }

    /** An append of a committed transaction that nobody has read, or a number that nobody has appended. */
    private Optional<String> lost() {
        Map<Integer, Set<Long>> numbers = new HashMap<>();
        for (Map.Entry<Integer, List<Long>> order : orders.entrySet()) {
            Set<Long> there = new HashSet<>(order.getValue());
            numbers.put(order.getKey(), there);
            if (there.size() < order.getValue().size()) {
                return Optional.of("file " + order.getKey() + " has a number twice: " + order.getValue());
            }
            for (long number : order.getValue()) {
                Integer by = byNumber.get(number);
                if (by == null || !committed.get(by).appends().contains(order.getKey())) {
                    return Optional.of("file " + order.getKey() + " has " + number + ", which nobody appended to it");
                }
            }
        }
        for (ListTransaction transaction : committed) {
            for (int file : transaction.appends()) {
                if (!numbers.getOrDefault(file, Set.of()).contains(transaction.number())) {
                    return Optional.of("file " + file + " lacks what was committed: " + transaction);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> cycle() {
        for (List<Long> order : orders.values()) {
            for (int i = 1; i < order.size(); i++) {
                comesAfter(by(order.get(i - 1)), by(order.get(i)));
            }
        }
        for (int reader = 0; reader < committed.size(); reader++) {
            for (Map.Entry<Integer, List<Long>> read :
                    committed.get(reader).reads().entrySet()) {
                List<Long> order = orders.getOrDefault(read.getKey(), List.of());
                int length = read.getValue().size();
                if (length > 0) {
                    comesAfter(by(order.get(length - 1)), reader);
                }
                if (length < order.size()) {
                    comesAfter(reader, by(order.get(length)));
                }
            }
        }
        inRealTime();
        return strongComponents();
    }

    private int by(long number) {
        return requireNonNull(byNumber.get(number));
    }

    private void comesAfter(int earlier, int later) {
        if (earlier != later) {
            after.get(earlier).add(later);
        }
    }

    /** What ended before another began comes before it. A chain of moments stands between them, so that there are few demands. */
    private void inRealTime() {
        List<Integer> ends = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < committed.size(); i++) {
            starts.add(i);
            if (committed.get(i).isAcknowledged()) {
                ends.add(i);
            }
        }
        ends.sort(Comparator.comparingLong(i -> committed.get(i).endNanos().orElseThrow()));
        starts.sort(Comparator.comparingLong(i -> committed.get(i).startNanos()));
        int ended = 0;
        int moment = -1;
        for (int start : starts) {
            while (ended < ends.size()
                    && committed.get(ends.get(ended)).endNanos().orElseThrow()
                            < committed.get(start).startNanos()) {
                int next = after.size();
                after.add(new ArrayList<>());
                after.get(ends.get(ended)).add(next);
                if (moment >= 0) {
                    after.get(moment).add(next);
                }
                moment = next;
                ended++;
            }
            if (moment >= 0) {
                after.get(moment).add(start);
            }
        }
    }

    /** Tarjan's algorithm, without recursion. */
    private Optional<String> strongComponents() {
        int[] index = new int[after.size()];
        int[] low = new int[after.size()];
        boolean[] open = new boolean[after.size()];
        int[] next = new int[after.size()];
        Deque<Integer> path = new ArrayDeque<>();
        Deque<Integer> component = new ArrayDeque<>();
        int count = 0;
        for (int root = 0; root < after.size(); root++) {
            if (index[root] != 0) {
                continue;
            }
            path.push(root);
            while (!path.isEmpty()) {
                int node = path.peek();
                if (index[node] == 0) {
                    index[node] = ++count;
                    low[node] = count;
                    open[node] = true;
                    component.push(node);
                }
                if (next[node] < after.get(node).size()) {
                    int to = after.get(node).get(next[node]++);
                    if (index[to] == 0) {
                        path.push(to);
                    } else if (open[to]) {
                        low[node] = Math.min(low[node], index[to]);
                    }
                    continue;
                }
                path.pop();
                if (!path.isEmpty()) {
                    low[path.peek()] = Math.min(low[path.peek()], low[node]);
                }
                if (low[node] == index[node]) {
                    Optional<String> found = close(node, component, open);
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> close(int root, Deque<Integer> component, boolean[] open) {
        List<ListTransaction> members = new ArrayList<>();
        int node;
        do {
            node = component.pop();
            open[node] = false;
            if (node < committed.size()) {
                members.add(committed.get(node));
            }
        } while (node != root);
        return members.size() < 2
                ? Optional.empty()
                : Optional.of("these have no order: "
                        + members.stream().limit(10).map(Object::toString).toList());
    }
}
