package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WebPagesTest {
    @ParameterizedTest
    @CsvSource({
        "localhost, false", "127.0.0.1:8080, false", "LocalHost:1, false", "[::1]:8080, false",
        "example.org, true", "localhost.example.org:8080, true", "127.0.0.1.example.org, true", "'', true"
    })
    void host_tells(String host, boolean isOfPage) {
        Headers headers = new Headers();
        headers.add("Host", host);
        assertThat(WebPages.mayHaveSent(headers)).isEqualTo(isOfPage);
    }

    @Test
    void noHost_orAnOrigin_tells() {
        Headers headers = new Headers();
        assertThat(WebPages.mayHaveSent(headers)).isTrue();
        headers.add("Host", "localhost");
        headers.add("Origin", "null");
        assertThat(WebPages.mayHaveSent(headers)).isTrue();
    }
}
