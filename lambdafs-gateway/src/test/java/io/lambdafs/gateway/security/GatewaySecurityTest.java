package io.lambdafs.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class GatewaySecurityTest {
    @Test
    void ownUser_isASuperuser_andOthersKeepTheirGroups() {
        assertThat(GatewaySecurity.withSuperuser("dr.who=;", "hdfs")).isEqualTo("dr.who=;hdfs=supergroup;");
        assertThat(GatewaySecurity.withSuperuser("", "hdfs")).isEqualTo("hdfs=supergroup;");
        assertThat(GatewaySecurity.withSuperuser("hdfs=a,b; dr.who=", "hdfs"))
                .isEqualTo("dr.who=;hdfs=a,b,supergroup;");
        assertThat(GatewaySecurity.withSuperuser("hdfs=;alice=staff", "hdfs"))
                .isEqualTo("alice=staff;hdfs=supergroup;");
    }

    private static Configuration settings(boolean secure) {
        Configuration settings = new Configuration(false);
        settings.setBoolean("lambdafs.client.secure", secure);
        return settings;
    }

    @Test
    void inSecureMode_callersOfTheRpcServerNeedATokenAtLeast() {
        assertThat(GatewaySecurity.ofServer(settings(true)).get("hadoop.security.authentication"))
                .isEqualTo("token");
        assertThat(GatewaySecurity.ofServer(settings(false)).get("hadoop.security.authentication"))
                .isNull();
    }

    @Test
    void inSecureMode_pagesAreBehindAFilterThatAuthenticates_andAreOffWhereItKnowsNobody() {
        assertThat(GatewaySecurity.ofWebServer(settings(true)).get("hadoop.http.filter.initializers"))
                .contains("AuthFilterInitializer");
        assertThat(GatewaySecurity.ofWebServer(settings(false)).get("hadoop.http.filter.initializers"))
                .isNull();
        assertThat(GatewaySecurity.knowsWebUsers(settings(true))).isFalse();
        assertThat(GatewaySecurity.knowsWebUsers(settings(false))).isTrue();
    }

    @Test
    void kerberosWithoutSecureMode_isRefused_andSoIsKerberosWithoutAKeytab() {
        Configuration simple = settings(false);
        simple.set("hadoop.security.authentication", "kerberos");
        assertThatThrownBy(() -> GatewaySecurity.login(simple)).hasMessageContaining("lambdafs start --secure");
        Configuration secure = settings(true);
        secure.set("hadoop.security.authentication", "kerberos");
        secure.set("dfs.namenode.kerberos.principal", "nn/localhost@REALM");
        assertThatThrownBy(() -> GatewaySecurity.login(secure))
                .hasMessageContaining("dfs.namenode.keytab.file is missing");
    }
}
