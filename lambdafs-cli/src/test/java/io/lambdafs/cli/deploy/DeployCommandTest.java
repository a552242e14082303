package io.lambdafs.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line of {@code lambdafs deploy}: what it prints, and what it refuses before anything is sent. */
final class DeployCommandTest {
    private static final List<String> SETTINGS = List.of(
            "-e", "LAMBDAFS_STORE_URL=rocks://store:25432",
            "-e", "LAMBDAFS_ZOOKEEPER=zookeeper:2181",
            "-e", "LAMBDAFS_SUPERUSER=hdfs");

    @TempDir
    private Path directory;

    private static String run(List<String> options) {
        PrintStream real = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            CommandLine line = new CommandLine(new DeployCommand(
                    data -> new LocalStack("http://127.0.0.1:1", "a:b", Optional.empty(), "i", 2, 8, 256)));
            assertThat(line.parseArgs(options.toArray(String[]::new)).errors()).isEmpty();
            line.<DeployCommand>getCommand().run();
            return printed.toString(StandardCharsets.UTF_8);
        } finally {
            System.setOut(real);
        }
    }

    private static List<String> options(String platform, String... more) {
        List<String> options =
                new ArrayList<>(List.of("--platform", platform, "--image", "registry.example/namenode:1"));
        options.addAll(SETTINGS);
        options.addAll(List.of(more));
        return options;
    }

    @Test
    void dryRun_ofKnative_printsAServiceForEachFunction() {
        String printed =
                run(options("knative", "--dry-run", "--deployments", "2", "--max", "8", "--store-secret", "engine"));
        assertThat(printed)
                .contains(
                        "kind: Service",
                        "name: lambdafs-namenode0",
                        "name: lambdafs-namenode1",
                        "containerConcurrency: 64")
                .contains(
                        "autoscaling.knative.dev/max-scale: '8'",
                        "secretName: lambdafs-http",
                        "value: rocks://store:25432")
                .doesNotContain("LAMBDAFS_STORE_USER");
    }

    @Test
    void dryRun_ofNuclio_printsAFunctionWithTheContainerBesideTheProcessor() {
        assertThat(run(options(
                        "nuclio", "--dry-run", "--deployments", "1", "--max", "8", "--url", "http://nuclio:8070")))
                .contains("kind: NuclioFunction", "sidecars:", "maxReplicas: 8", "nuclio.io/project-name: default");
    }

    @Test
    void dryRun_ofLambda_printsTheCreation_withoutThePassword() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "not-to-be-seen\n");
        String printed = run(options(
                "lambda",
                "--dry-run",
                "--deployments",
                "1",
                "--region",
                "eu-central-1",
                "--role",
                "arn:aws:iam::123456789012:role/lambdafs",
                "--store-password-file",
                password.toString(),
                "--max",
                "9"));
        assertThat(printed)
                .contains("POST /2015-03-31/functions", "\"FunctionName\" : \"lambdafs-namenode0\"")
                .contains("\"LAMBDAFS_STORE_PASSWORD\" : \"<the contents of " + password + ">\"")
                .contains("\"ReservedConcurrentExecutions\" : 9", "\"MemorySize\" : 512")
                .doesNotContain("not-to-be-seen");
    }

    @Test
    void dryRun_ofOpenWhisk_printsTheActions_withoutTheSecret() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "not-to-be-seen\n");
        assertThat(run(options(
                        "openwhisk",
                        "--dry-run",
                        "--deployments",
                        "2",
                        "--url",
                        "https://openwhisk",
                        "--secret-file",
                        secret.toString())))
                .contains("PUT /api/v1/namespaces/_/actions/namenode1?overwrite=true", "\"init\" : true")
                .contains("\"code\" : \"<the contents of " + secret + ">\"")
                .doesNotContain("not-to-be-seen");
    }

    @ParameterizedTest
    @CsvSource({
        "LAMBDAFS_STORE_PASSWORD,--store-secret (knative",
        "LAMBDAFS_ZOOKEEPER_SECRET,--zookeeper-secret (knative",
        "LAMBDAFS_HTTP_SECRET,--http-secret (knative",
        "LAMBDAFS_PLATFORM_AUTH,LAMBDAFS_SETTINGS_FILE"
    })
    void secretOnTheCommandLine_isRefused_withTheOptionForIt_andNotRepeated(String name, String option) {
        assertThatThrownBy(() -> run(options("knative", "--dry-run", "-e", name + "=not-to-be-seen")))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(option)
                .hasMessageNotContaining("not-to-be-seen");
    }

    @Test
    void secretForZooKeeper_isGivenByReferenceToKubernetes() {
        for (String platform : List.of("knative", "nuclio")) {
            List<String> options = options(
                    platform,
                    "--dry-run",
                    "--deployments",
                    "1",
                    "--max",
                    "2",
                    "-e",
                    "LAMBDAFS_SECURE=true",
                    "--zookeeper-secret",
                    "ensemble");
            if (platform.equals("nuclio")) {
                options.addAll(List.of("--url", "http://nuclio:8070"));
            }
            assertThat(run(options).replaceAll("\\s+", " "))
                    .as(platform)
                    .containsPattern(
                            "name: LAMBDAFS_ZOOKEEPER_SECRET valueFrom: secretKeyRef: (name: ensemble key: secret|"
                                    + "key: secret name: ensemble)");
        }
    }

    @Test
    void secretForZooKeeper_isReadFromAFile_andNotPrinted() throws Exception {
        Path secret = Files.writeString(directory.resolve("zookeeper.secret"), "not-to-be-seen\n");
        String file = secret.toString();
        String shown = "<the contents of " + file + ">";
        assertThat(run(options(
                        "openwhisk",
                        "--dry-run",
                        "--deployments",
                        "1",
                        "--url",
                        "https://openwhisk",
                        "--zookeeper-secret-file",
                        file)))
                .contains("\"key\" : \"LAMBDAFS_ZOOKEEPER_SECRET\"", shown)
                .doesNotContain("not-to-be-seen");
        assertThat(run(options(
                        "lambda",
                        "--dry-run",
                        "--deployments",
                        "1",
                        "--region",
                        "eu-central-1",
                        "--role",
                        "arn:aws:iam::123456789012:role/lambdafs",
                        "-e",
                        "LAMBDAFS_SECURE=true",
                        "--zookeeper-secret-file",
                        file)))
                .contains("\"LAMBDAFS_ZOOKEEPER_SECRET\" : \"" + shown + "\"")
                .doesNotContain("not-to-be-seen");
    }

    @Test
    void secureFunctions_needTheSecretForZooKeeper() {
        List<String> secure = List.of("--dry-run", "-e", "LAMBDAFS_SECURE=true");
        assertThatThrownBy(() -> run(options("knative", secure.toArray(String[]::new))))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining("--zookeeper-secret")
                .hasMessageContaining("security/zookeeper.secret");
        List<String> byFile = options("knative", secure.toArray(String[]::new));
        byFile.addAll(List.of("-e", "LAMBDAFS_SETTINGS_FILE=/secrets/settings.properties"));
        assertThat(run(byFile)).contains("/secrets/settings.properties");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "knative | --deployments 0 | --deployments must be between 1 and 1024",
                "knative | --min 3 --max 2 | --min 3 is more than --max 2",
                "knative | --memory 64 | --memory must be between 128",
                "knative | --concurrency 0 | --concurrency must be between 1",
                "knative | --prefix A_ | --prefix must begin with a small letter",
                "knative | --http-secret A/B | --http-secret must be the name of a Secret",
                "knative | --role x | --role is for another platform than knative",
                "knative | --zookeeper-secret A/B | --zookeeper-secret must be the name of a Secret",
                "knative | --zookeeper-secret-file x | --zookeeper-secret-file is for another platform than knative",
                "openwhisk | --url http://x --zookeeper-secret y | --zookeeper-secret is for another platform",
                "knative | --auth-file x | --auth-file is for another platform than knative",
                "knative | -e LAMBDAFS_STOER_URL=x | LAMBDAFS_STOER_URL",
                "knative | -e LAMBDAFS_DEPLOYMENTS=3 | this command sets it itself",
                "knative | -e LAMBDAFS_STORE_URL=rocks:/srv | store of one machine",
                "knative | --settings /nonexistent/file | cannot read --settings",
                "knative | --remove | give one of them",
                "knative | --data-dir x | --data-dir is for --platform local",
                "nuclio | --url http://nuclio:8070 | Nuclio needs --max",
                "nuclio | --max 2 | give --url",
                "lambda | --max 2 | give --region",
                "lambda | --region eu-central-1 | give --role",
                "lambda | --region eu-central-1 --role arn:aws:iam::123456789012:role/x --subnets s | belong together",
                "lambda | --region eu-central-1 --role arn:aws:iam::123456789012:role/x --min 1 | --min needs knative or nuclio",
                "lambda | --region eu-central-1 --role arn:aws:iam::123456789012:role/x --concurrency 2 | one invocation at once",
                "openwhisk | --url ftp://x | give --url",
                "openwhisk | --url http://x --namespace y | --namespace is for another platform than openwhisk",
            })
    void nonsense_isRefusedWithASentence_beforeAnythingIsSent(String platform, String more, String said) {
        List<String> all = options(platform, ("--dry-run " + more).split(" "));
        assertThatThrownBy(() -> run(all))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining(said)
                .extracting(e -> ((DeployException) e).kind())
                .isEqualTo(DeployException.Kind.INPUT);
    }

    @Test
    void localPlatform_takesNoSettings() {
        assertThatThrownBy(() -> run(List.of("--platform", "local", "-e", "LAMBDAFS_REPLICATION=1", "--dry-run")))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining("lambdafs start");
        assertThat(run(List.of("--platform", "local", "--dry-run")))
                .contains("namenode0", "namenode1")
                .doesNotContain("namenode2");
    }

    @Test
    void keyThatIsNone_isNamed() throws Exception {
        Path key = Files.writeString(directory.resolve("key"), "no key\n");
        assertThatThrownBy(
                        () -> run(options("openwhisk", "--url", "http://127.0.0.1:1", "--auth-file", key.toString())))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining("UUID:KEY");
    }

    @Test
    void kubeconfigThatIsNone_isNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("kubeconfig"), "current-context: there\n");
        assertThatThrownBy(() -> run(options("knative", "--kubeconfig", file.toString())))
                .isInstanceOf(DeployException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("it has no there among its contexts");
        assertThatThrownBy(() -> run(options(
                        "knative", "--kubeconfig", directory.resolve("none").toString())))
                .hasMessageContaining("cannot read the kubeconfig");
    }
}
