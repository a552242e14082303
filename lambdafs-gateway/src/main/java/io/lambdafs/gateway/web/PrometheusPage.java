package io.lambdafs.gateway.web;

import io.lambdafs.metrics.MetricsText;
import java.io.IOException;
import java.util.function.Supplier;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.http.PrometheusServlet;

/** {@code /prom}: Hadoop's metrics of the process, and then what the gateway counts. */
public final class PrometheusPage extends PrometheusServlet {
    static final String METRICS = "lambdafs.metrics";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setContentType(MetricsText.CONTENT_TYPE);
        super.doGet(request, response);
        if (getServletContext().getAttribute(METRICS) instanceof Supplier<?> own) {
            response.getWriter().print(own.get());
            response.getWriter().flush();
        }
    }
}
