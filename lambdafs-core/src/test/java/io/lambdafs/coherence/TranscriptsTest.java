package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The core answers as it is written down; {@code -Dtranscripts.rewrite=true} writes down what it answers. */
final class TranscriptsTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/transcripts");

    static List<Path> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void transcript_isAsWritten(Path file) throws IOException {
        String written = Files.readString(file);
        String replayed = new Transcript().replay(written);
        if (Boolean.getBoolean("transcripts.rewrite")) {
            Files.writeString(file, replayed);
            return;
        }
        assertThat(replayed).as(file.getFileName().toString()).isEqualTo(written);
    }

    @Test
    void everyEffect_isInSomeTranscript() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : transcripts()) {
            all.append(Files.readString(file));
        }
        for (Class<?> effect : CoherenceEffect.class.getPermittedSubclasses()) {
            assertThat(all).contains("\n  " + effect.getSimpleName());
        }
        for (CoherenceEffect.Reason reason : CoherenceEffect.Reason.values()) {
            assertThat(all).contains(reason.name());
        }
    }
}
