package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PartitionFunction;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script of events, and what the core answers to each. A member is {@code writer@deployment}, a round
 * {@code writer.number}, a prefix ends with {@code /**}, a directory that stays with {@code /.}; an answer is a line that begins with two spaces.
 */
final class Transcript {
    private static final String SUBTREE = "/**";
    private static final String ITSELF = "/.";

    private final Map<String, FillToken> fills = new HashMap<>();
    private final Map<String, Function<List<String>, CoherenceEvent>> events = new HashMap<>();
    private final Set<CoherenceRule> removed = EnumSet.noneOf(CoherenceRule.class);
    private CoherenceCore core = new CoherenceCore(new PartitionFunction(4), ProtocolRules.without(removed));

    Transcript() {
        events.put("register", Transcript::registered);
        events.put("open", words -> new CoherenceEvent.OpenWriters(writers(words)));
        events.put("joined", words -> new CoherenceEvent.MemberJoined(member(words.get(0))));
        events.put("departed", words -> new CoherenceEvent.MemberDeparted(writer(words.get(0))));
        events.put("fenced", words -> new CoherenceEvent.MemberFenced(writer(words.get(0))));
        events.put("join-acknowledged", words -> new CoherenceEvent.JoinAcknowledged(writer(words.get(0))));
        events.put("inv", words -> new CoherenceEvent.InvArrived(new Inv(round(words.get(0)), scope(rest(words)))));
        events.put("ended", words -> new CoherenceEvent.InvEnded(round(words.get(0))));
        events.put("begin", words -> begin(words, true));
        events.put("begin-without-lease", words -> begin(words, false));
        events.put(
                "touch",
                words -> new CoherenceEvent.WriteTouches(Long.parseLong(words.get(0)), FsPath.parse(words.get(1))));
        events.put("seal", words -> new CoherenceEvent.WriteSeals(Long.parseLong(words.get(0))));
        events.put(
                "round",
                words -> new CoherenceEvent.RoundBegins(
                        Long.parseLong(words.get(0)), round(words.get(1)), scope(words.subList(2, words.size()))));
        events.put(
                "acknowledged",
                words -> new CoherenceEvent.RoundAcknowledged(round(words.get(0)), writer(words.get(1))));
        events.put("given-up", words -> new CoherenceEvent.RoundGivenUp(round(words.get(0))));
        events.put("end", words -> new CoherenceEvent.WriteEnds(Long.parseLong(words.get(0))));
        events.put("doubt", words -> new CoherenceEvent.WriteInDoubt(Long.parseLong(words.get(0))));
        events.put("lost", words -> new CoherenceEvent.SessionLost());
    }

    /** The script with the answers that the core gives now in the place of those that it holds. */
    String replay(String script) {
        StringBuilder out = new StringBuilder();
        for (String line : script.lines().toList()) {
            if (line.startsWith("  ")) {
                continue;
            }
            out.append(line).append('\n');
            if (!line.isBlank() && !line.startsWith("#")) {
                answer(Arrays.asList(line.strip().split("\\s+")))
                        .forEach(answer -> out.append("  ").append(answer).append('\n'));
            }
        }
        return out.toString();
    }

    private Stream<String> answer(List<String> line) {
        List<String> words = rest(line);
        Function<List<String>, CoherenceEvent> event = events.get(line.get(0));
        if (event != null) {
            try {
                return core.step(event.apply(words)).stream().map(Transcript::text);
            } catch (IllegalStateException e) {
                return Stream.of("impossible: " + e.getMessage());
            }
        }
        return switch (line.get(0)) {
            case "without" -> {
                words.forEach(rule -> removed.add(CoherenceRule.valueOf(rule)));
                core = new CoherenceCore(new PartitionFunction(4), ProtocolRules.without(removed));
                yield Stream.of();
            }
            case "fill" -> {
                fills.put(words.get(0), core.beginFill(FsPath.parse(words.get(1))));
                yield Stream.of();
            }
            case "fill?" -> {
                FillToken token = fills.getOrDefault(words.get(0), new FillToken(0, FsPath.ROOT));
                yield Stream.of((core.isUndisturbed(token) ? "undisturbed" : "disturbed")
                        + (core.mayAdmit(token) ? ", admissible" : ", not admissible"));
            }
            case "fill-ends" -> {
                core.endFill(fills.getOrDefault(words.get(0), new FillToken(0, FsPath.ROOT)));
                yield Stream.of();
            }
            case "state" ->
                Stream.of((core.admits() ? "admits" : "does not admit") + ", view " + core.view() + ", rounds "
                        + core.roundsInFlight());
            case "pending?" -> Stream.of(core.isPending(FsPath.parse(words.get(0))) ? "pending" : "not pending");
            default -> throw new IllegalArgumentException("unknown word: " + line.get(0));
        };
    }

    private static CoherenceEvent registered(List<String> words) {
        Set<Member> others = new HashSet<>();
        Set<Inv> existing = new HashSet<>();
        for (String word : rest(words)) {
            if (word.contains("@")) {
                others.add(member(word));
            } else {
                String[] parts = word.split("=", 2);
                existing.add(new Inv(round(parts[0]), scope(List.of(parts[1].split(",")))));
            }
        }
        return new CoherenceEvent.Registered(member(words.get(0)), others, existing);
    }

    private static CoherenceEvent begin(List<String> words, boolean leaseValid) {
        Set<FsPath> paths = words.stream().skip(2).map(FsPath::parse).collect(Collectors.toCollection(HashSet::new));
        return new CoherenceEvent.WriteBegins(Long.parseLong(words.get(0)), writer(words.get(1)), paths, leaseValid);
    }

    private static List<String> rest(List<String> words) {
        return words.subList(1, words.size());
    }

    private static Member member(String word) {
        String[] parts = word.split("@", 2);
        return new Member(Integer.parseInt(parts[1]), writer(parts[0]), "instance" + parts[0], 1);
    }

    private static WriterId writer(String word) {
        return new WriterId(Long.parseLong(word));
    }

    private static Set<WriterId> writers(List<String> words) {
        return words.stream().map(Transcript::writer).collect(Collectors.toSet());
    }

    private static RoundId round(String word) {
        String[] parts = word.split("\\.", 2);
        return new RoundId(writer(parts[0]), Long.parseLong(parts[1]));
    }

    private static Scope scope(List<String> words) {
        Set<FsPath> paths = new HashSet<>();
        Set<FsPath> directories = new HashSet<>();
        Set<FsPath> prefixes = new HashSet<>();
        for (String word : words) {
            if (word.endsWith(SUBTREE)) {
                prefixes.add(FsPath.parse("/" + word.substring(0, word.length() - SUBTREE.length())));
            } else if (word.endsWith(ITSELF)) {
                directories.add(FsPath.parse("/" + word.substring(0, word.length() - ITSELF.length())));
            } else {
                paths.add(FsPath.parse(word));
            }
        }
        return new Scope(paths, directories, prefixes);
    }

    private static String text(CoherenceEffect effect) {
        if (effect instanceof CoherenceEffect.Invalidate invalidate) {
            return "Invalidate " + text(invalidate.scope());
        }
        if (effect instanceof CoherenceEffect.Publish publish) {
            Map<Integer, String> scopes = new TreeMap<>();
            publish.scopes().forEach((deployment, scope) -> scopes.put(deployment, text(scope)));
            return "Publish " + text(publish.round()) + " " + scopes;
        }
        return effect.toString()
                .replaceAll("WriterId\\[value=(\\d+)]", "$1")
                .replace("writer-", "")
                .replaceAll("RoundId\\[writer=(\\d+), number=(\\d+)]", "$1.$2")
                .replaceAll("(?:round|member|joiner|write|reason|path)=", "")
                .replace("[", " ")
                .replace("]", "")
                .strip();
    }

    private static String text(RoundId round) {
        return round.writer().value() + "." + round.number();
    }

    private static String text(Scope scope) {
        Set<String> words = new TreeSet<>();
        scope.paths().forEach(path -> words.add(path.toString()));
        scope.directories().forEach(path -> words.add((path.isRoot() ? "" : path) + ITSELF));
        scope.prefixes().forEach(prefix -> words.add((prefix.isRoot() ? "" : prefix) + SUBTREE));
        return String.join(" ", words);
    }
}
