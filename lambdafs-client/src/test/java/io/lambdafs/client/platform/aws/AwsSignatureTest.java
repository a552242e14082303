package io.lambdafs.client.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of AWS's test suite for the signature of version 4. */
final class AwsSignatureTest {
    private static final AwsCredentials SUITE =
            new AwsCredentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", null);
    private static final Instant TIME = Instant.parse("2015-08-30T12:36:00Z");

    private final AwsSignature signature = new AwsSignature("us-east-1", "service");

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "get-vanilla, GET, /, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "post-vanilla, POST, /, 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        "get-vanilla-query-order-key-case, GET, /?Param2=value2&Param1=value1,"
                + " b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    })
    void requestsWithoutABody(String name, String method, String path, String expected) {
        Map<String, String> headers = sign(method, path, Map.of(), "", SUITE);

        assertThat(headers)
                .containsEntry("x-amz-date", "20150830T123600Z")
                .containsEntry(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                                + " SignedHeaders=host;x-amz-date, Signature=" + expected);
    }

    @Test
    void postXWwwFormUrlencoded() {
        Map<String, String> headers =
                sign("POST", "/", Map.of("content-type", "application/x-www-form-urlencoded"), "Param1=value1", SUITE);

        assertThat(headers.get("Authorization"))
                .endsWith("SignedHeaders=content-type;host;x-amz-date,"
                        + " Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    }

    @Test
    void aSessionToken_isSentAndSigned() {
        Map<String, String> headers =
                sign("POST", "/", Map.of(), "", new AwsCredentials("AKIDEXAMPLE", "wJalrXUtnFEMI", "the-token"));

        assertThat(headers).containsEntry("x-amz-security-token", "the-token");
        assertThat(headers.get("Authorization")).contains("SignedHeaders=host;x-amz-date;x-amz-security-token,");
    }

    @Test
    void whateverIsSigned_changesTheSignature() {
        String signed = sign("POST", "/a", Map.of("x-amz-invocation-type", "Event"), "body", SUITE)
                .get("Authorization");

        assertThat(sign("POST", "/b", Map.of("x-amz-invocation-type", "Event"), "body", SUITE)
                        .get("Authorization"))
                .isNotEqualTo(signed);
        assertThat(sign("POST", "/a", Map.of("x-amz-invocation-type", "DryRun"), "body", SUITE)
                        .get("Authorization"))
                .isNotEqualTo(signed);
        assertThat(sign("POST", "/a", Map.of("x-amz-invocation-type", "Event"), "other", SUITE)
                        .get("Authorization"))
                .isNotEqualTo(signed);
    }

    private Map<String, String> sign(
            String method, String path, Map<String, String> headers, String body, AwsCredentials credentials) {
        return signature.sign(
                method,
                URI.create("https://example.amazonaws.com" + path),
                headers,
                body.getBytes(StandardCharsets.UTF_8),
                credentials,
                TIME);
    }
}
