package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PreloadTest {
    @TempDir
    private Path scratch;

    @Test
    void withoutACompiler_aSentenceSaysWhatToDo() {
        assertThatThrownBy(() -> Preload.build(scratch, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no C compiler was found")
                .hasMessageContaining("Install one");
    }

    @Test
    void aCompilerThatFails_isQuoted() throws IOException {
        Path broken = Files.writeString(scratch.resolve("cc"), "#!/bin/sh\necho no headers >&2\nexit 1\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> Preload.build(scratch.resolve("cache"), Optional.of(broken)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no headers");
    }

    @Test
    void aBuiltLibrary_isUsedAgain_alsoWithoutACompiler() throws IOException {
        assumeThat(Preload.compiler()).as("no C compiler is on the PATH").isPresent();
        Path built = Preload.build(scratch, Preload.compiler()).library();
        assertThat(Preload.build(scratch, Optional.empty()).library())
                .isEqualTo(built)
                .isAbsolute();
    }

    @Test
    void sources_compileWithoutWarnings() throws IOException, InterruptedException {
        assumeThat(Preload.compiler()).as("no C compiler is on the PATH").isPresent();
        for (String unit : LibrarySources.read().units()) {
            MachineProgram.Outcome outcome = MachineProgram.run(
                    scratch,
                    List.of(
                            "cc",
                            "-std=c11",
                            "-D_GNU_SOURCE",
                            "-O2",
                            "-fPIC",
                            "-Wall",
                            "-Wextra",
                            "-Werror",
                            "-Wno-unknown-warning-option",
                            "-Wno-nonnull-compare",
                            "-Wno-attribute-alias",
                            "-Wno-missing-attributes",
                            "-fsyntax-only",
                            Path.of("src/main/c").toAbsolutePath().resolve(unit).toString()),
                    Map.of());
            assertThat(outcome.output()).isEmpty();
        }
    }

    @Test
    void programsOfOtherUsers_staticOnes_andThoseOf32Bits_areRefused() throws IOException {
        Path setUid = program("set-uid", 2, 3);
        Files.setAttribute(setUid, "unix:mode", 04755);
        assertThat(new ProgramFile(setUid).refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("set-uid"));
        assertThat(new ProgramFile(program("static", 2, 1)).refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("linked statically"));
        assertThat(new ProgramFile(program("old", 1, 3)).refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("32 bits"));
    }

    @Test
    void usualPrograms_areNotRefused() throws IOException {
        assertThat(new ProgramFile(program("usual", 2, 3)).refusal()).isEmpty();
        assertThat(ProgramFile.find("sh", "/nowhere:/bin").orElseThrow().refusal())
                .isEmpty();
        assertThat(ProgramFile.find("no-such-program", "/bin")).isEmpty();
    }

    /** The smallest file that looks like a program with one header of this type. */
    private Path program(String name, int bits, int headerType) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(64 + 56).order(ByteOrder.LITTLE_ENDIAN);
        file.put(0, new byte[] {0x7f, 'E', 'L', 'F', (byte) bits, 1});
        file.putLong(32, 64);
        file.putShort(54, (short) 56);
        file.putShort(56, (short) 1);
        file.putInt(64, headerType);
        return Files.write(scratch.resolve(name), file.array());
    }
}
