package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation and the comments are in plain English, as far as a machine can tell. */
final class PlainEnglishTest {
    /** A page of figures from earlier versions, which nobody rewrites. */
    private static final Path HISTORY = Path.of("docs", "benchmark-history.md");

    @Test
    void documentation_isPlainEnglish() throws IOException {
        List<String> faults = new ArrayList<>();
        int sentences = 0;
        for (Path page : pages()) {
            for (Sentence sentence :
                    Prose.sentences(CheckoutSources.read(CheckoutSources.root().resolve(page)))) {
                sentences++;
                PlainEnglish.faults(sentence)
                        .forEach(fault ->
                                faults.add(page + ":" + sentence.line() + " " + fault + ": " + sentence.text()));
            }
        }
        assertThat(faults).isEmpty();
        assertThat(sentences).as("sentences that were read").isGreaterThan(1_000);
    }

    @Test
    void comments_arePlainEnglish() {
        List<String> faults = new ArrayList<>();
        int sentences = 0;
        for (Path file : CheckoutSources.javaFilesOfAllBuilds()) {
            for (Sentence sentence : JavaProse.sentences(CheckoutSources.read(file))) {
                sentences++;
                PlainEnglish.faults(sentence)
                        .forEach(fault ->
                                faults.add(file + ":" + sentence.line() + " " + fault + ": " + sentence.text()));
            }
        }
        assertThat(faults).isEmpty();
        assertThat(sentences).as("sentences that were read").isGreaterThan(10_000);
    }

    @Test
    void aSentence_hasAtMost35Words_andCodeIsOneOfThem() {
        String words = "word ".repeat(33);
        assertThat(faults(words + "`a long command` ends.")).isEmpty();
        assertThat(faults(words + "`a long command` really ends.")).hasSize(1);
        assertThat(faults(words + "— · ends here.")).isEmpty();
    }

    @Test
    void who_withoutAnActorBefore_isFound() {
        assertThat(List.of(
                        "Who has the key can act as any user.",
                        "Whoever adds a loop adds a second retry.",
                        "The core goes to whoever waits for it.",
                        "This is a service for who waits.",
                        "The page tells who the user is.",
                        "It has who reads one file pay twice.",
                        "A caller spins, and whoever waits longer sleeps.",
                        "A caller spins, or who waits longer sleeps.",
                        "One rule holds: who waits sleeps.",
                        "They agree (who is first goes on)."))
                .allSatisfy(text -> assertThat(faults(text)).as(text).hasSize(1));
    }

    @Test
    void who_afterItsActor_passes() {
        assertThat(List.of(
                        "A client who waits sleeps.",
                        "Users, who may be many, share it.",
                        "Users who read and who write share it.",
                        "Only those who have the key may call.",
                        "Who may call?",
                        "Callers prove who they are.",
                        "The clients, whose answers are late, retry.",
                        "The user to whom it belongs may change it."))
                .allSatisfy(text -> assertThat(faults(text)).as(text).isEmpty());
    }

    @Test
    void wordsThatOnlyThisProjectKnows_areFound() {
        assertThat(List.of(
                        "Each carrier passes the battery.",
                        "A caller with a wish waits.",
                        "The answer is a glance into the cache.",
                        "Foresight saves a round trip.",
                        "Its surroundings are arguments.",
                        "The noticing of a death takes 30 s.",
                        "Then the Told are compared.",
                        "An inode has a Place."))
                .allSatisfy(text -> assertThat(faults(text)).as(text).hasSize(1));
        assertThat(List.of(
                        "The client is told the time.",
                        "A row keeps its place.",
                        "The state is clear at a glance.",
                        "`CoherenceCarrier` is the port.",
                        "Place the jar there. Keeping it is safe."))
                .allSatisfy(text -> assertThat(faults(text)).as(text).isEmpty());
    }

    private static List<String> faults(String markdown) {
        return Prose.sentences(markdown).stream()
                .flatMap(sentence -> PlainEnglish.faults(sentence).stream())
                .toList();
    }

    /** Relative to the root. The changelog is a list of what was, and not among them. */
    private static List<Path> pages() throws IOException {
        Path root = CheckoutSources.root();
        List<Path> pages =
                new ArrayList<>(List.of(Path.of("README.md"), Path.of("SECURITY.md"), Path.of("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.map(root::relativize)
                    .filter(file -> file.toString().endsWith(".md") && !file.equals(HISTORY))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }
}
