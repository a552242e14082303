package io.lambdafs.gateway.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.web.JsonUtil;

/** WebHDFS's form of a refusal: an exception of HDFS as JSON. */
final class JsonAnswer {
    static final String TYPE = "application/json;charset=utf-8";

    private JsonAnswer() {}

    static void send(HttpServletResponse response, int status, Exception refusal) throws IOException {
        byte[] body = JsonUtil.toJsonString(refusal).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
