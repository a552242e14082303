package io.lambdafs.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.cli.deploy.DeployCommand;
import io.lambdafs.runtime.FunctionMain;
import io.lambdafs.tidy.CheckoutSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the chart makes of values: manifests that are in order, or a sentence. */
@Tag("helm")
final class ChartTest {
    private static final List<String> IMAGES = List.of(
            "functions.image.repository=registry.example/lambdafs/namenode",
            "functions.image.tag=v1",
            "services.image.repository=registry.example/lambdafs/services",
            "services.image.tag=v1");
    private static final Map<String, List<String>> STORES = new TreeMap<>(Map.of(
            "engine", List.of("store.kind=engine"),
            "postgresql",
                    List.of(
                            "store.kind=postgresql",
                            "store.url=jdbc:postgresql://db.example:5432/lambdafs",
                            "store.existingSecret=database"),
            "ndb", List.of("store.kind=ndb", "store.url=ndb://mgm.example:1186/lambdafs"),
            "ndb alone", List.of("store.kind=ndb", "store.url=ndb://mgm.example:1186/lambdafs", "coordinator=ndb")));

    private static final List<String> SECURE = List.of("security.enabled=true", "security.existingSecret=secure");
    private static final List<String> KERBEROS =
            List.of("gateway.kerberos.principal=nn/gw.example@EXAMPLE.COM", "gateway.kerberos.krb5ConfigMap=krb5");

    private static HelmChart chart;

    @BeforeAll
    static void find() throws Exception {
        HelmChart.Search search = HelmChart.find();
        assumeTrue(search.found() != null, search.leftOut());
        chart = search.found();
    }

    /** Values with images, which have no defaults. */
    static List<String> values(String... more) {
        List<String> values = new ArrayList<>(IMAGES);
        values.addAll(List.of(more));
        return values;
    }

    static Stream<List<String>> matrix() {
        List<List<String>> all = new ArrayList<>();
        for (List<String> store : STORES.values()) {
            for (String kind : List.of("deployment", "knative")) {
                for (int dataNodes : List.of(0, 1, 3)) {
                    List<String> values = values("functions.kind=" + kind, "datanodes.count=" + dataNodes);
                    values.addAll(store);
                    all.add(values);
                }
            }
        }
        for (String store : List.of("engine", "postgresql")) {
            for (String kind : List.of("deployment", "knative")) {
                for (int dataNodes : List.of(0, 3)) {
                    List<String> values = values("functions.kind=" + kind, "datanodes.count=" + dataNodes);
                    values.addAll(STORES.get(store));
                    values.addAll(SECURE);
                    all.add(values);
                }
            }
        }
        List<String> kerberos = values("gateway.count=2", "monitoring.serviceMonitor.enabled=true");
        kerberos.addAll(SECURE);
        kerberos.addAll(KERBEROS);
        all.add(kerberos);
        all.add(values("functions.deployments=1", "networkPolicy.enabled=false"));
        all.add(values("functions.kind=knative", "functions.scale.min=0", "functions.deployments=64"));
        all.add(values("zookeeper.enabled=false", "zookeeper.connectString=zk0.example:2181\\,zk1.example:2181/files"));
        all.add(values("functions.secret.existingSecret=calls", "store.existingSecret=engine"));
        all.add(values("functions.settings={\"LAMBDAFS_MAX_OBJECTS\":1000000}", "functions.mode=validate"));
        all.add(values("functions.image.tag=sha256:0123", "imagePullSecrets[0].name=registry"));
        all.add(values("gateway.count=0"));
        all.add(values("gateway.count=3", "networkPolicy.gatewayPeers[0].podSelector.matchLabels.role=ingress"));
        for (String kind : List.of("deployment", "knative")) {
            all.add(values(
                    "functions.kind=" + kind,
                    "monitoring.serviceMonitor.enabled=true",
                    "monitoring.serviceMonitor.labels.release=prometheus"));
        }
        all.add(values("fullnameOverride=metadata", "nameOverride=files", "clusterDomain=example.internal"));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void values_makeManifestsThatAreInOrder_andSettingsThatInstancesTake(List<String> values) throws Exception {
        assertThat(chart.lint(values).require()).contains("0 chart(s) failed");
        List<RenderedPod> pods = RenderedPod.of(chart.objects(values));

        assertThat(functions(pods)).isNotEmpty().allSatisfy(pod -> {
            assertThat(pod.command()).isEmpty();
            FunctionMain.requireValid(pod.environment());
        });
    }

    @Test
    void secureMode_givesEachProcessWhatItNeeds_byReference() throws Exception {
        List<String> values = values();
        values.addAll(SECURE);
        JsonNode objects = chart.objects(values);
        List<RenderedPod> pods = RenderedPod.of(objects);
        String url =
                "rocks+tls://lambdafs-store.files.svc.cluster.local:25432?authorities=/etc/lambdafs/security/ca.crt";

        assertThat(functions(pods))
                .hasSize(4)
                .allSatisfy(pod -> assertThat(pod.environment())
                        .containsEntry("LAMBDAFS_SECURE", "true")
                        .containsEntry("LAMBDAFS_STORE_URL", url)
                        .containsKey("LAMBDAFS_ZOOKEEPER_SECRET"));
        assertThat(pod(pods, "lambdafs-store").command())
                .containsSequence("--datanode-secret-file", "/run/lambdafs/datanode")
                .containsSequence("--certificate", "/etc/lambdafs/security/engine.crt")
                .containsSequence("--key", "/etc/lambdafs/security/engine.key");
        assertThat(pod(pods, "lambdafs-store").init().get(2)).contains("umask 077", "/run/lambdafs/datanode");
        assertThat(pod(pods, "lambdafs-datanode").environment())
                .containsEntry("LAMBDAFS_SECURE", "true")
                .containsEntry("LAMBDAFS_STORE_URL", url)
                .containsEntry("LAMBDAFS_STORE_USER", "datanode")
                .containsEntry("LAMBDAFS_STORE_ROLE", "datanode");
        assertThat(secretsOf(objects, "lambdafs-datanode"))
                .containsExactlyInAnyOrder("secure datanode", "secure ca.crt");
        assertThat(pod(pods, "lambdafs-housekeeper").command()).contains("@/lambdafs/housekeeper.args");
        assertThat(secretsOf(objects, "lambdafs-housekeeper"))
                .containsExactlyInAnyOrder("lambdafs-store password", "secure ca.crt");
        RenderedPod recording = pod(pods, "lambdafs-security-1");
        assertThat(recording.command())
                .endsWith("io.lambdafs.runtime.StoreToolMain", "adopt-key", "/run/lambdafs/service.key");
        FunctionMain.requireValid(recording.environment());
        // A process that has the service key speaks for any user.
        for (JsonNode object : objects) {
            String name = object.at("/metadata/name").asText();
            if (!name.equals("lambdafs-security-1")) {
                assertThat(secretsOf(objects, name)).as(name).doesNotContain("secure service.key");
            }
        }
        assertThat(objects.toString()).contains("<name>lambdafs.client.secure</name><value>true</value>");
    }

    @Test
    void gatewaysInSecureMode_haveAKeytabAndACertificate_andClientsLearnOfKerberos() throws Exception {
        List<String> values = values();
        values.addAll(SECURE);
        assertThat(chart.objects(values).toString()).doesNotContain("lambdafs-gateway");
        values.addAll(KERBEROS);
        values.add("gateway.settings.hadoop\\.proxyuser\\.oozie\\.users=a&b");
        JsonNode objects = chart.objects(values);

        RenderedPod gateway = pod(RenderedPod.of(objects), "lambdafs-gateway");
        assertThat(gateway.environment())
                .containsEntry("LAMBDAFS_CLIENT_SERVICE_KEY_FILE", "/run/lambdafs/service.key")
                .containsEntry("JAVA_TOOL_OPTIONS", "-Djava.security.krb5.conf=/etc/lambdafs/krb5/krb5.conf");
        assertThat(gateway.init().get(2))
                .contains("umask 077", "/run/lambdafs/service.key", "/run/lambdafs/gateway.keytab");
        assertThat(secretsOf(objects, "lambdafs-gateway"))
                .contains("secure service.key", "secure gateway.keytab", "secure gateway.crt", "secure gateway.key")
                .doesNotContain("secure datanode", "secure zookeeper", "lambdafs-store password");
        assertThat(file(objects, "lambdafs-gateway", "gateway-site.xml"))
                .contains(
                        "<name>lambdafs.gateway.https.certificate</name><value>/etc/lambdafs/certificates/gateway.crt</value>",
                        "<name>dfs.web.authentication.kerberos.principal</name><value>HTTP/gw.example@EXAMPLE.COM</value>",
                        "<name>hadoop.proxyuser.oozie.users</name><value>a&amp;b</value>");
        for (String clients : List.of("lambdafs-client", "lambdafs-stock-client")) {
            assertThat(file(objects, clients, "core-site.xml"))
                    .contains(
                            "<name>hadoop.security.authentication</name><value>kerberos</value>",
                            "<name>dfs.namenode.kerberos.principal</name><value>nn/gw.example@EXAMPLE.COM</value>",
                            "<name>dfs.namenode.kerberos.principal.pattern</name><value>nn/*@EXAMPLE.COM</value>",
                            "lambdafs-gateway.files.svc.cluster.local:8020")
                    .doesNotContain("keytab");
        }
    }

    /** A file of a ConfigMap. */
    private static String file(JsonNode objects, String map, String file) {
        for (JsonNode object : objects) {
            if (object.path("kind").asText().equals("ConfigMap")
                    && object.at("/metadata/name").asText().equals(map)) {
                return object.path("data").path(file).asText();
            }
        }
        throw new AssertionError("no ConfigMap " + map);
    }

    private static RenderedPod pod(List<RenderedPod> pods, String workload) {
        return pods.stream()
                .filter(pod -> pod.workload().equals(workload))
                .findFirst()
                .orElseThrow();
    }

    /** Each key of a Secret that the pods of a workload get, as a variable or as a file, behind the name of the Secret. */
    private static List<String> secretsOf(JsonNode objects, String workload) {
        List<String> keys = new ArrayList<>();
        for (JsonNode object : objects) {
            if (object.at("/metadata/name").asText().equals(workload)) {
                object.findValues("secretKeyRef")
                        .forEach(each -> keys.add(each.path("name").asText() + " "
                                + each.path("key").asText()));
                object.findValues("secret")
                        .forEach(each -> each.path("items")
                                .forEach(
                                        item -> keys.add(each.path("secretName").asText() + " "
                                                + item.path("key").asText())));
            }
        }
        return keys;
    }

    static Stream<List<String>> openWhisk() {
        List<List<String>> all = new ArrayList<>();
        for (List<String> store : STORES.values()) {
            List<String> values = values(
                    "functions.kind=openwhisk",
                    "openwhisk.url=https://openwhisk.example",
                    "openwhisk.existingSecret=openwhisk",
                    "functions.settings={\"LAMBDAFS_MAX_OBJECTS\":1000000}");
            values.addAll(store);
            all.add(values);
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("openWhisk")
    void openWhisk_getsJobs_whoseCommandLinesTheCommandTakes(List<String> values) throws Exception {
        assertThat(chart.lint(values).require()).contains("0 chart(s) failed");
        JsonNode objects = chart.objects(values);
        List<RenderedPod> pods = RenderedPod.of(objects);
        assertThat(functions(pods)).isEmpty();
        assertThat(RenderedPod.secret(objects, "lambdafs-http", "http")).isEmpty();

        List<String> deploy = arguments(pods, "lambdafs-deploy");
        assertThat(deploy)
                .contains(
                        "--deployments=4",
                        "--max=4",
                        "--env=LAMBDAFS_MAX_OBJECTS=1000000",
                        "--env=LAMBDAFS_CLUSTER=lambdafs")
                .contains(
                        "--image=registry.example/lambdafs/namenode:v1",
                        "--secret-file=/etc/lambdafs/openwhisk/secret");
        // Without a call, and without reading the secrets that are not here.
        deploy.add("--dry-run");
        assertThat(command().execute(deploy.toArray(String[]::new))).isZero();

        List<String> remove = arguments(pods, "lambdafs-remove");
        assertThat(remove).contains("--remove", "--url=https://openwhisk.example");
        assertThat(command().parseArgs(remove.toArray(String[]::new)).errors()).isEmpty();
    }

    private static CommandLine command() {
        return new CommandLine(new DeployCommand(directory -> {
            throw new IllegalStateException("there is no stack");
        }));
    }

    /** What the command of a Job is given. */
    private static List<String> arguments(List<RenderedPod> pods, String job) {
        List<String> command = pods.stream()
                .filter(pod -> pod.workload().equals(job))
                .findFirst()
                .orElseThrow()
                .command();
        assertThat(command).startsWith("java", "@/lambdafs/deploy.args", "deploy");
        return new ArrayList<>(command.subList(3, command.size()));
    }

    private static List<RenderedPod> functions(List<RenderedPod> pods) {
        return pods.stream()
                .filter(pod -> pod.environment().containsKey("LAMBDAFS_FUNCTION"))
                .toList();
    }

    @Test
    void monitors_areOnesOfWhatIsThere_andOnlyWhenAskedFor() throws Exception {
        assertThat(monitors(values())).isEmpty();
        assertThat(monitors(values("monitoring.serviceMonitor.enabled=true")))
                .containsExactlyInAnyOrder(
                        "lambdafs-namenode", "lambdafs-gateway", "lambdafs-datanode", "lambdafs-store");
        assertThat(monitors(values(
                        "monitoring.serviceMonitor.enabled=true",
                        "functions.kind=knative",
                        "gateway.count=0",
                        "datanodes.count=0")))
                .containsExactly("lambdafs-store");
    }

    private static List<String> monitors(List<String> values) throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode object : chart.objects(values)) {
            if (object.path("kind").asText().equals("ServiceMonitor")) {
                names.add(object.at("/metadata/name").asText());
            }
        }
        return names;
    }

    @Test
    void eachNumberHasAFunction_andAllAgreeOnHowManyThereAre() throws Exception {
        List<RenderedPod> functions = functions(RenderedPod.of(chart.objects(values("functions.deployments=12"))));

        assertThat(functions).hasSize(12).allSatisfy(pod -> {
            assertThat(pod.workload()).endsWith("-" + pod.environment().get("LAMBDAFS_FUNCTION"));
            assertThat(pod.environment()).containsEntry("LAMBDAFS_DEPLOYMENTS", "12");
        });
        assertThat(functions.stream().map(pod -> pod.environment().get("LAMBDAFS_FUNCTION")))
                .doesNotHaveDuplicates()
                .contains("namenode0", "namenode11");
    }

    @Test
    void generatedSecrets_areLongAndDiffer_andExistingOnesAreNotMade() throws Exception {
        JsonNode objects = chart.objects(values());
        String http = RenderedPod.secret(objects, "lambdafs-http", "http").orElseThrow();
        String store = RenderedPod.secret(objects, "lambdafs-store", "password").orElseThrow();
        assertThat(List.of(http, store))
                .doesNotHaveDuplicates()
                .allSatisfy(secret -> assertThat(secret).matches("[A-Za-z0-9]{48}"));

        String existing = chart.render(values("functions.secret.existingSecret=a", "store.existingSecret=b"))
                .require();
        assertThat(existing).doesNotContain("kind: Secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "functions.deployments=0 | deployments",
                "functions.deployments=65 | deployments",
                "functions.kind=lambda | kind",
                "functions.kind=openwhisk,openwhisk.existingSecret=a | needs openwhisk.url",
                "functions.kind=openwhisk,openwhisk.url=http://h | needs openwhisk.existingSecret",
                "functions.kind=openwhisk,openwhisk.url=h | url",
                "openwhisk.url=http://h | are for functions.kind=openwhisk",
                "functions.mode=fast | mode",
                "functions.scale.min=0 | a Deployment without pods would not start one for a call",
                "functions.scale.min=5 | functions.scale.min=5 is more than functions.scale.max=4",
                "functions.settings.LAMBDAFS_SPEED=1 | LAMBDAFS_SPEED",
                "functions.settings.LAMBDAFS_STORE_PASSWORD=x | LAMBDAFS_STORE_PASSWORD",
                "functions.image.repository= | set functions.image.repository and functions.image.tag",
                "services.image.tag= | set services.image.repository and services.image.tag",
                "functions.graceMilis=1 | graceMilis",
                "functions.kind=knative,functions.nodeSelector.disk=fast | need functions.kind=deployment",
                "store.kind=mysql | kind",
                "store.kind=postgresql | needs store.url=jdbc:postgresql://HOST:PORT/DATABASE",
                "store.kind=postgresql,store.url=jdbc:postgresql://h/d | needs store.existingSecret",
                "store.kind=postgresql,store.url=jdbc:postgresql://h/d?password=x | url",
                "store.kind=ndb | needs store.url=ndb://HOST:PORT/DATABASE",
                "store.url=ndb://h:1/d | the engine's address comes from the chart",
                "store.engine.storage.size=much | size",
                "coordinator=ndb | coordinator=ndb needs store.kind=ndb",
                "zookeeper.enabled=false | needs zookeeper.connectString",
                "zookeeper.connectString=h:1 | nobody knows which server is meant",
                "zookeeper.enabled=false,zookeeper.connectString=here | connectString",
                "functions.mode=validate,store.kind=ndb,store.url=ndb://h:1/d | needs store.kind=engine",
                "security.enabled=true | needs security.existingSecret",
                "security.existingSecret=a | is for security.enabled=true",
                "security.enabled=true,security.existingSecret=a,store.kind=ndb,store.url=ndb://h:1/d | not for store.kind=ndb",
                "security.enabled=true,security.existingSecret=a,functions.kind=openwhisk,openwhisk.url=http://h,openwhisk.existingSecret=b | lambdafs deploy --zookeeper-secret-file",
                "gateway.kerberos.principal=nn/h@R | is for security.enabled=true",
                "gateway.kerberos.principal=nn@R | principal",
                "security.enabled=true,security.existingSecret=a,gateway.kerberos.principal=nn/h@R | needs gateway.kerberos.krb5ConfigMap",
                "datanodes.count=-1 | count",
                "datanodes.count=many | count",
            })
    void valuesThatAreWrong_areRefusedWithWhatIsWrong(String wrong, String sentence) throws Exception {
        HelmChart.Output output = chart.render(values(wrong.split(",")));

        assertThat(output.status()).isEqualTo(1);
        assertThat(output.errors()).contains(sentence);
        assertThat(output.text()).isEmpty();
    }

    @Test
    void schema_explainsEachValue_andKnowsNoOther() throws Exception {
        JsonNode schema = new ObjectMapper()
                .readTree(CheckoutSources.root()
                        .resolve("helm/lambdafs/values.schema.json")
                        .toFile());
        List<String> unexplained = new ArrayList<>();
        List<String> open = new ArrayList<>();
        explain("", schema, unexplained, open);
        assertThat(unexplained).isEmpty();
        assertThat(open)
                .as("objects with any fields")
                .allMatch(
                        name -> name.matches(
                                ".*\\.(requests|limits|affinity|nodeSelector)|global"
                                        + "|(functions|gateway)\\.settings|functions\\.podAnnotations|monitoring\\.serviceMonitor\\.labels"));
    }

    private static void explain(String name, JsonNode schema, List<String> unexplained, List<String> open) {
        if (schema.path("description").asText().length() < 10) {
            unexplained.add(name);
        }
        if (!schema.has("properties")) {
            if (schema.path("type").asText().equals("object")) {
                open.add(name);
            }
            return;
        }
        assertThat(schema.path("additionalProperties").asBoolean(true)).as(name).isFalse();
        schema.path("properties")
                .properties()
                .forEach(each -> explain(
                        (name.isEmpty() ? "" : name + ".") + each.getKey(), each.getValue(), unexplained, open));
    }

    @Test
    void settingsOfTheSchema_areOnesThatInstancesKnow() throws Exception {
        JsonNode names = new ObjectMapper()
                .readTree(CheckoutSources.root()
                        .resolve("helm/lambdafs/values.schema.json")
                        .toFile())
                .at("/properties/functions/properties/settings/propertyNames/enum");
        Map<String, String> environment = new TreeMap<>(
                functions(RenderedPod.of(chart.objects(values()))).get(0).environment());
        TreeSet<String> known = new TreeSet<>();
        names.forEach(name -> known.add(name.asText()));
        assertThat(known).isNotEmpty().doesNotContainAnyElementsOf(environment.keySet());
        known.forEach(name -> environment.put(name, name.endsWith("DIRECTORIES") ? "/a" : "1"));
        FunctionMain.requireValid(environment);
    }

    @Test
    void checker_noticesWhatIsWrong() throws Exception {
        chart.go("vet", "./...").require();
        chart.go("test", "./...").require();
    }

    @Test
    void checker_refusesAManifestOfTheChartWithAFieldThatKubernetesDoesNotKnow() throws Exception {
        String manifests = chart.render(values()).require();
        assertThat(chart.check(manifests).status()).isZero();

        HelmChart.Output wrong = chart.check(manifests.replaceFirst("maxSurge:", "maxSurges:"));
        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.errors()).contains("maxSurges");
    }
}
