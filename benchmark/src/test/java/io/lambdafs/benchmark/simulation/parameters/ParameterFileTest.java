package io.lambdafs.benchmark.simulation.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ParameterFileTest {
    @TempDir
    private Path directory;

    private static SimulationParameters committed() throws IOException {
        return ParameterFile.committed();
    }

    @Test
    void committedParameters_haveAllThatThereIs_withUnitSourceAndDate() throws IOException {
        assertThat(committed().values().keySet())
                .containsExactlyElementsOf(ParameterKeys.all().keySet());
        assertThat(committed().machine()).isNotEmpty();
    }

    @Test
    void parameters_comeBackAsTheyWere() throws IOException {
        SimulationParameters changed =
                committed().with("network.client", 12.345).with("engine.fsync", 0);
        Path file = directory.resolve("new/parameters.json");
        ParameterFile.write(changed, file);
        assertThat(ParameterFile.read(file)).isEqualTo(changed);
        assertThat(ParameterFile.read(file).of("network.client")).isEqualTo(12.345);
    }

    @Test
    void nonsense_isRefusedWithWhatToDo() throws IOException {
        assertRefused("\"value\"", "\"valeu\"", "has no number as its value", 1);
        assertRefused("\"unit\": \"ms\"", "\"unit\": \"s\"", "the parameter start.cold is in ms, not in 's'", 1);
        assertRefused(
                "\"start.cold\"", "\"start.old\"", "the parameter start.cold is missing; correct it, or write", 1);
        assertRefused(
                "  }\n}",
                "    ,\"more\": {\"value\": 1, \"unit\": \"µs\", \"source\": \"assumed\", \"date\": \"2026-11-28\"}}}",
                "there is no parameter more; correct it",
                1);
        assertRefused("\"configured\"", "\"guessed\"", "'guessed': write measured, derived, configured or assumed", 1);
        assertRefused("\"date\": \"2026", "\"date\": \"26", "not as 2026-11-28", 2);
        assertRefused("\"schema\": 1", "\"schema\": 9", "its schema is 9, and this program reads 1", 1);
        assertRefused("\"schema\"", "schema", "this is not JSON", 1);
    }

    private void assertRefused(String text, String instead, String because, int occurrence) throws IOException {
        String good = ParameterFile.format(committed());
        int at = -1;
        for (int i = 0; i < occurrence; i++) {
            at = good.indexOf(text, at + 1);
        }
        assertThat(at).as("the file has " + text).isNotNegative();
        Path file = directory.resolve("parameters.json");
        Files.writeString(file, good.substring(0, at) + instead + good.substring(at + text.length()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParameterFile.read(file))
                .withMessageContaining(file.toString())
                .withMessageContaining(because);
    }

    @Test
    void numbersOutsideTheirBounds_areRefused() throws IOException {
        SimulationParameters parameters = committed();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters.with("cpu.variation", 1.5))
                .withMessageContaining("the parameter cpu.variation is 1.5, which is not from 0.0 to 1.0 ratio");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parameters.with("network.client", Double.NaN))
                .withMessageContaining("network.client is NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> parameters.with("nothing", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> parameters.of("nothing"));
    }

    @Test
    void fileThatIsNotThere_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParameterFile.read(directory.resolve("none")))
                .withMessageContaining("benchmark/run calibrate --out FILE");
    }

    @Test
    void scaling_changesWhatItSaysAndStaysWithinBounds() throws IOException {
        SimulationParameters parameters = committed();
        SimulationParameters scaled = parameters.scaled(key -> key.startsWith("network."), 0.5);
        assertThat(scaled.of("network.client")).isEqualTo(parameters.of("network.client") / 2);
        assertThat(scaled.of("cpu.variation")).isEqualTo(parameters.of("cpu.variation"));
        assertThat(parameters.scaled(key -> key.equals("scaling.load"), 1_000).of("scaling.load"))
                .isEqualTo(1);
    }

    @Test
    void storesAndOperations_areFoundByTheirNames() {
        assertThat(StoreKind.parse("ndb,engine,ndb")).containsExactly(StoreKind.NDB, StoreKind.ENGINE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreKind.parse("ndb,oracle"))
                .withMessageContaining("there is no store 'oracle'; the stores are postgresql, ndb, engine");
        assertThat(NamespaceOperation.ofRow("ls")).isEqualTo(NamespaceOperation.LS);
        assertThatIllegalArgumentException().isThrownBy(() -> NamespaceOperation.ofRow("cd"));
    }
}
