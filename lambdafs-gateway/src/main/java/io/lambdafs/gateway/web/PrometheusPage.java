package io.lambdafs.gateway.web;

import io.lambdafs.metrics.Exposition;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Supplier;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hadoop.http.PrometheusServlet;

/** {@code /prom}: Hadoop's metrics of the process, and then what the gateway counts. */
public final class PrometheusPage extends PrometheusServlet {
    static final String METRICS = "lambdafs.metrics";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        super.doGet(request, new HttpServletResponseWrapper(response) {
            @Override
            public PrintWriter getWriter() {
                return writer;
            }
        });
        writer.flush();
        if (getServletContext().getAttribute(METRICS) instanceof Supplier<?> own) {
            text.append(String.valueOf(own.get()));
        }
        Exposition metrics = Exposition.of(text.toString(), request.getHeader("Accept"));
        response.setContentType(metrics.contentType());
        response.getOutputStream().write(metrics.body());
    }
}
