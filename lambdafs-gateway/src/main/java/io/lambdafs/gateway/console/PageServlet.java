package io.lambdafs.gateway.console;

import io.lambdafs.gateway.web.calls.GatewayCalls;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** One page of the console. It only reads, so every other method than GET and HEAD is refused. */
abstract class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final String title;
    private final boolean refreshes;

    PageServlet(String title, boolean refreshes) {
        this.title = title;
        this.refreshes = refreshes;
    }

    /**
     * What the page shows.
     *
     * @throws IOException with a sentence for the user, if it can show nothing
     */
    abstract Html content(HttpServletRequest request) throws IOException, InterruptedException;

    @Override
    protected final void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            console().look();
            send(response, HttpServletResponse.SC_OK, content(request));
        } catch (FileNotFoundException e) {
            send(response, HttpServletResponse.SC_NOT_FOUND, sentence(e));
        } catch (AccessControlException e) {
            send(response, HttpServletResponse.SC_FORBIDDEN, sentence(e));
        } catch (IllegalArgumentException e) {
            send(response, HttpServletResponse.SC_BAD_REQUEST, sentence(e));
        } catch (IOException e) {
            send(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, sentence(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Html sentence(Exception e) {
        return new Html().element("p", String.valueOf(e.getMessage()), "class", "bad");
    }

    private void send(HttpServletResponse response, int status, Html content) throws IOException {
        byte[] body = PageFrame.page(title, refreshes, content).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/html;charset=utf-8");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    final GatewayConsole console() {
        return GatewayConsole.of(getServletContext());
    }

    /** Something that is asked of the file system. */
    @FunctionalInterface
    interface Question<T> {
        T ask(ClientProtocol calls) throws IOException;
    }

    /** Asks as the user whom the request names. */
    final <T> T askAsUser(HttpServletRequest request, Question<T> question) throws IOException, InterruptedException {
        return ask(userOf(request), request, question);
    }

    /** The user whom the request names. */
    final UserGroupInformation userOf(HttpServletRequest request) throws IOException {
        Configuration settings = (Configuration) getServletContext().getAttribute(JspHelper.CURRENT_CONF);
        return JspHelper.getUGI(getServletContext(), request, settings);
    }

    /** Asks as the gateway's own user, about what everybody may know and only superusers may ask. */
    final <T> T askAsGateway(HttpServletRequest request, Question<T> question)
            throws IOException, InterruptedException {
        return ask(UserGroupInformation.getLoginUser(), request, question);
    }

    private <T> T ask(UserGroupInformation user, HttpServletRequest request, Question<T> question)
            throws IOException, InterruptedException {
        ClientProtocol calls = GatewayCalls.of(getServletContext()).by(JspHelper.getRemoteAddr(request), "console");
        return user.doAs((PrivilegedExceptionAction<T>) () -> question.ask(calls));
    }
}
