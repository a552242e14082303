package io.lambdafs.cli.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StackSecurityTest {
    private static final StackSecurity KERBEROS = new StackSecurity(true, "hdfs/_HOST@EXAMPLE.COM", "/etc/hdfs.keytab");

    @TempDir
    private Path directory;

    @Test
    void optionsThatDoNotGoTogether_areRefused() {
        assertThatThrownBy(() -> new StackSecurity(true, "hdfs@EXAMPLE.COM", ""))
                .hasMessageContaining("go together");
        assertThatThrownBy(() -> new StackSecurity(false, "hdfs@EXAMPLE.COM", "k"))
                .hasMessageContaining("needs --secure");
        assertThatThrownBy(() -> new StackSecurity(true, "hdfs/host", "k")).hasMessageContaining("with the realm");
        assertThatThrownBy(() -> new StackSecurity(
                                true, "hdfs@E.COM", directory.resolve("none").toString())
                        .requireUsable())
                .hasMessageContaining("cannot be read");
    }

    @Test
    void settings_areReadAsTheyWereWritten_andOldStacksAreInSimpleMode() {
        Properties properties = new Properties();
        assertThat(StackSecurity.of(properties)).isEqualTo(StackSecurity.SIMPLE);
        KERBEROS.addTo(properties);
        assertThat(StackSecurity.of(properties)).isEqualTo(KERBEROS);
    }

    @Test
    void clientsLearnOfKerberos_andNotOfTheKeytab() {
        assertThat(KERBEROS.hadoopSettings())
                .containsEntry("hadoop.security.authentication", "kerberos")
                .containsEntry("dfs.namenode.kerberos.principal", "hdfs/_HOST@EXAMPLE.COM")
                .containsEntry("dfs.namenode.kerberos.principal.pattern", "hdfs/*@EXAMPLE.COM")
                .containsEntry("hadoop.rpc.protection", "privacy");
        assertThat(new StackSecurity(true, "hdfs@EXAMPLE.COM", "k").hadoopSettings())
                .containsEntry("dfs.namenode.kerberos.principal.pattern", "hdfs@EXAMPLE.COM");
        assertThat(new StackSecurity(true, "", "").hadoopSettings()).containsEntry("hadoop.rpc.protection", "privacy");
        assertThat(KERBEROS.hadoopSettings().values()).doesNotContain("/etc/hdfs.keytab");
        assertThat(KERBEROS.gatewaySettings())
                .containsEntry("dfs.namenode.keytab.file", "/etc/hdfs.keytab")
                .containsEntry("dfs.web.authentication.kerberos.principal", "HTTP/_HOST@EXAMPLE.COM");
        assertThat(new StackSecurity(true, "hdfs/nn1.example.com@EXAMPLE.COM", "k").gatewaySettings())
                .containsEntry("dfs.web.authentication.kerberos.principal", "HTTP/nn1.example.com@EXAMPLE.COM");
        assertThat(new StackSecurity(true, "hdfs@EXAMPLE.COM", "k").gatewaySettings())
                .containsEntry("dfs.web.authentication.kerberos.principal", "HTTP/localhost@EXAMPLE.COM");
        assertThat(KERBEROS.pluginSettings()).containsEntry("lambdafs.client.secure", "true");
    }

    @Test
    void simpleMode_changesNothing() throws Exception {
        StackSecurity simple = StackSecurity.SIMPLE;
        assertThat(simple.hadoopSettings()).isEmpty();
        assertThat(simple.gatewaySettings()).isEmpty();
        assertThat(simple.pluginSettings()).isEmpty();
        assertThat(simple.environment()).isEmpty();
        assertThat(simple.serviceEnvironment(directory)).isEmpty();
        assertThat(StackSecurity.serviceEnvironmentIn(directory)).isEmpty();
        Files.createDirectories(StackSecurity.serviceKey(directory).getParent());
        Files.writeString(StackSecurity.serviceKey(directory), "key");
        assertThat(StackSecurity.serviceEnvironmentIn(directory)).containsKey("LAMBDAFS_CLIENT_SERVICE_KEY_FILE");
    }
}
