package io.lambdafs.benchmark.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ElasticOptionsTest {
    private static final List<String> EXPERIMENTS = List.of("step", "idle");

    private static ElasticOptions parse(String... more) {
        List<String> args = new ArrayList<>(
                List.of("home=h", "jar=j", "client-classpath=c", "server-classpath=s", "work=w", "out=o"));
        args.addAll(List.of(more));
        return ElasticOptions.parse(args.toArray(String[]::new), EXPERIMENTS);
    }

    @Test
    void withoutOptions_allExperimentsAreMade() {
        ElasticOptions options = parse();
        assertThat(options.only()).isEqualTo(EXPERIMENTS);
        assertThat(options.seconds()).isEqualTo(30);
        assertThat(options.cpuMillis()).isEqualTo(150);
    }

    @Test
    void laterOptions_count() {
        assertThat(parse("seconds=5", "seconds=60").seconds()).isEqualTo(60);
        assertThat(parse("only=idle,idle").only()).containsExactly("idle");
    }

    @Test
    void nonsense_isRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("only=nap"))
                .withMessage("--only has no experiment 'nap': there are step, idle");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("seconds=4"))
                .withMessage("--seconds is 5 to 600, not 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("cpu-millis=many"))
                .withMessage("--cpu-millis needs a whole number, not 'many'");
        assertThatIllegalArgumentException().isThrownBy(() -> ElasticOptions.parse(new String[0], EXPERIMENTS));
    }
}
