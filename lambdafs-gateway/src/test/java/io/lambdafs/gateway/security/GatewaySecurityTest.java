package io.lambdafs.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

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
}
