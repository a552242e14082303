package io.lambdafs.gateway.web.fsck;

import io.lambdafs.gateway.web.calls.GatewayCalls;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.security.PrivilegedExceptionAction;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;

/** {@code /fsck}, for {@code hdfs fsck}. The command reads lines of text, and takes its status from the last one. */
public final class FsckServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private static final int MAX_CHECKS = 4;
    /** HDFS's form of a time. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "EEE MMM dd HH:mm:ss zzz yyyy", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());

    private final transient Semaphore checks = new Semaphore(MAX_CHECKS);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Map<String, String[]> parameters = request.getParameterMap();
        if (!checks.tryAcquire()) {
            response.sendError(
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE, MAX_CHECKS + " checks are under way. Try again later.");
            return;
        }
        try {
            Configuration settings = (Configuration) getServletContext().getAttribute(JspHelper.CURRENT_CONF);
            UserGroupInformation user = JspHelper.getUGI(getServletContext(), request, settings);
            response.setContentType("text/plain;charset=utf-8");
            PrintWriter out = response.getWriter();
            FsckOptions options = FsckOptions.of(parameters);
            Optional<String> refused = FsckOptions.refused(parameters);
            if (refused.isPresent()) {
                fail(options, "λFS does not support " + refused.get() + ".", out);
            } else {
                String client = JspHelper.getRemoteAddr(request);
                user.doAs((PrivilegedExceptionAction<Void>) () -> {
                    check(options, client, out);
                    return null;
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            checks.release();
        }
    }

    private void check(FsckOptions options, String client, PrintWriter out) throws IOException {
        GatewayCalls calls = GatewayCalls.of(getServletContext());
        long begun = Time.monotonicNow();
        out.println("FSCK started by " + UserGroupInformation.getCurrentUser() + " from "
                + InetAddress.getByName(client) + " for path " + options.path() + " at " + now());
        Fsck fsck = new Fsck(calls.by(client, "fsck"), options, out);
        try {
            boolean checked = fsck.run(calls.dataNodes().list());
            out.println("FSCK ended at " + now() + " in " + (Time.monotonicNow() - begun) + " milliseconds");
            if (checked) {
                fsck.printVerdict();
            }
        } catch (IOException | RuntimeException e) {
            // As on HDFS: the report has begun, so the status is in the text.
            out.println("FSCK ended at " + now() + " in " + (Time.monotonicNow() - begun) + " milliseconds");
            fail(options, String.valueOf(e.getMessage()), out);
        }
    }

    private static String now() {
        return TIME.format(Instant.now());
    }

    private static void fail(FsckOptions options, String why, PrintWriter out) {
        out.println(why);
        out.print(
                options.corruptFiles()
                        ? Fsck.endOfList(options, "no more")
                        : "\n\nFsck on path '" + options.path() + "' FAILED");
    }
}
