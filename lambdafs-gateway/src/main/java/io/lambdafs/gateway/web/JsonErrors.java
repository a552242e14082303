package io.lambdafs.gateway.web;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** Gives the refusals of the web server itself the form of WebHDFS's, instead of a page. */
final class JsonErrors extends ErrorHandler {
    @Override
    public void handle(String target, Request baseRequest, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        int status = response.getStatus();
        JsonAnswer.send(
                response, status, exception(status, baseRequest.getResponse().getReason()));
        baseRequest.setHandled(true);
    }

    /** For requests that are none, which never become an object. */
    @Override
    public ByteBuffer badMessageError(int status, @Nullable String reason, HttpFields fields) {
        byte[] body = JsonUtil.toJsonString(exception(status, reason)).getBytes(StandardCharsets.UTF_8);
        fields.put(HttpHeader.CONTENT_TYPE, JsonAnswer.TYPE);
        return ByteBuffer.wrap(body);
    }

    private static Exception exception(int status, @Nullable String reason) {
        String text = reason == null ? HttpStatus.getMessage(status) : reason;
        return HttpStatus.isClientError(status) ? new IllegalArgumentException(text) : new IOException(text);
    }
}
