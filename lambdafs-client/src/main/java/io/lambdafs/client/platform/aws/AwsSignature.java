package io.lambdafs.client.platform.aws;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * AWS's signature of version 4, in headers: a hash of the request, keyed by the secret, the day, the region and the service. The path
 * must have only characters that need no escape. Immutable.
 */
public final class AwsSignature {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DAY_CHARS = 8;

    private final String region;
    private final String service;

    /** Signs requests to this service there. */
    public AwsSignature(String region, String service) {
        this.region = region;
        this.service = service;
    }

    /**
     * The headers that a request needs, those that were given among them.
     *
     * @param headers that are to be signed, with names in lower case; not the host
     * @param body what is sent; empty for nothing
     */
    public Map<String, String> sign(
            String method, URI url, Map<String, String> headers, byte[] body, AwsCredentials credentials, Instant now) {
        String time = TIME.format(now);
        TreeMap<String, String> signed = new TreeMap<>(headers);
        signed.put("x-amz-date", time);
        String token = credentials.sessionToken();
        if (token != null) {
            signed.put("x-amz-security-token", token);
        }
        TreeMap<String, String> all = new TreeMap<>(signed);
        all.put("host", host(url));
        String names = String.join(";", all.keySet());
        StringBuilder canonical = new StringBuilder(method)
                .append('\n')
                .append(url.getRawPath().isEmpty() ? "/" : url.getRawPath())
                .append('\n')
                .append(query(url))
                .append('\n');
        all.forEach((name, value) -> canonical
                .append(name)
                .append(':')
                .append(value.trim().replaceAll(" +", " "))
                .append('\n'));
        canonical.append('\n').append(names).append('\n').append(hex(sha256(body)));

        String day = time.substring(0, DAY_CHARS);
        String scope = day + "/" + region + "/" + service + "/aws4_request";
        String toSign = ALGORITHM + "\n" + time + "\n" + scope + "\n" + hex(sha256(bytes(canonical.toString())));
        byte[] key = bytes("AWS4" + credentials.secretAccessKey());
        for (String part : new String[] {day, region, service, "aws4_request"}) {
            key = hmac(key, part);
        }
        signed.put(
                "Authorization",
                ALGORITHM + " Credential=" + credentials.accessKeyId() + "/" + scope + ", SignedHeaders=" + names
                        + ", Signature=" + hex(hmac(key, toSign)));
        return signed;
    }

    /** As Java's client sends it: with the port, unless it is the scheme's own. */
    private static String host(URI url) {
        return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
    }

    private static String query(URI url) {
        if (url.getRawQuery() == null) {
            return "";
        }
        String[] parameters = url.getRawQuery().split("&");
        Arrays.sort(parameters);
        return String.join("&", parameters);
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder(bytes.length * 2);
        for (byte each : bytes) {
            hex.append(Character.forDigit((each >> 4) & 0xf, 16)).append(Character.forDigit(each & 0xf, 16));
        }
        return hex.toString();
    }
}
