package io.lambdafs.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.gateway.ClientProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The chart before a real API server of Kubernetes, which validates each object as it does when somebody creates it. Without its programs,
 * and without Go to build them, the tests are skipped. Kinds that are not Kubernetes' own are left out.
 */
@Tag("kube")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class KubeApiServerTest {
    private static final Duration BUILD_BOUND = Duration.ofMinutes(60);
    /** Kinds that others bring to a cluster. */
    private static final Set<String> OF_OTHERS =
            Set.of("serving.knative.dev/v1 Service", "monitoring.coreos.com/v1 ServiceMonitor");

    @TempDir
    static Path work;

    private static HelmChart chart;
    private static KubeApiServer server;

    @BeforeAll
    static void start() throws Exception {
        ClientProgram.Ended programs = ClientProgram.findTool("kube", BUILD_BOUND);
        assumeTrue(!programs.noTool(), programs.errors().strip());
        HelmChart.Search search = HelmChart.find();
        assumeTrue(search.found() != null, search.leftOut());
        chart = search.found();
        server = KubeApiServer.start(Path.of(programs.require().strip()), work);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** One document of what Helm makes. */
    private record Manifest(String kind, String name, String text) {
        static List<Manifest> of(String rendered) {
            List<Manifest> all = new ArrayList<>();
            Load yaml = new Load(LoadSettings.builder().build());
            for (String document : ("\n" + rendered).split("\n---", -1)) {
                if (yaml.loadFromString(document) instanceof Map<?, ?> object
                        && object.get("metadata") instanceof Map<?, ?> metadata) {
                    all.add(new Manifest(
                            object.get("apiVersion") + " " + object.get("kind"),
                            String.valueOf(metadata.get("name")),
                            document));
                }
            }
            return all;
        }
    }

    @ParameterizedTest
    @MethodSource({"io.lambdafs.chart.ChartTest#matrix", "io.lambdafs.chart.ChartTest#openWhisk"})
    void apiServer_takesEachObject_withoutAWarning(List<String> values) throws Exception {
        List<Manifest> manifests = Manifest.of(chart.render(values).require());
        assertThat(manifests).hasSizeGreaterThan(4);
        Map<String, KubeApiServer.Verdict> refused = new TreeMap<>();
        int judged = 0;
        for (Manifest each : manifests) {
            if (!OF_OTHERS.contains(each.kind())) {
                judged++;
                KubeApiServer.Verdict verdict = server.judge(each.kind(), each.name(), each.text());
                if (!verdict.isAccepted()) {
                    refused.put(each.kind() + " " + each.name(), verdict);
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(judged).isGreaterThan(2);
    }

    @Test
    void objectsOfKindsThatOthersBring_areLeftOut() throws Exception {
        long ofOthers = Manifest.of(chart.render(
                                ChartTest.values("functions.kind=knative", "monitoring.serviceMonitor.enabled=true"))
                        .require())
                .stream()
                .filter(each -> OF_OTHERS.contains(each.kind()))
                .count();
        assertThat(ofOthers).isPositive();
        assumeTrue(
                ofOthers == 0,
                ofOthers
                        + " objects of the chart are Knative's or those of Prometheus' operator: Kubernetes' own API server"
                        + " does not know their kinds");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "containerPort: 25432 | containerPort: 99999 | must be between 1 and 65535",
                "maxSurge: | maxSurges: | maxSurges",
                "runAsNonRoot: true | runAsNonRoot: false | restricted",
                "app.kubernetes.io/component: store | app.kubernetes.io/component: no/value | a valid label must",
                "averageUtilization: 70 | averageUtilization: -70 | must be greater than 0",
                "periodSeconds: 2 | periodSeconds: -2 | must be greater than or equal to 0",
                "targetPort: store | targetPort: much-too-long-a-name | must be no more than 15 characters",
            })
    void apiServer_noticesWhatIsWrong(String from, String to, String notice) throws Exception {
        String good = chart.render(ChartTest.values()).require();
        String changed = good.replace(from, to);
        assertThat(changed).isNotEqualTo(good);
        List<String> refused = new ArrayList<>();
        for (Manifest each : Manifest.of(changed)) {
            KubeApiServer.Verdict verdict = judged(each);
            if (!verdict.isAccepted()) {
                refused.add(verdict.text() + verdict.warnings());
            }
        }
        assertThat(String.join("\n", refused)).contains(notice);
    }

    private static KubeApiServer.Verdict judged(Manifest each) throws IOException, InterruptedException {
        return server.judge(each.kind(), each.name(), each.text());
    }
}
