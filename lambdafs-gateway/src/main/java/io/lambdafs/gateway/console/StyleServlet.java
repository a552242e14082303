package io.lambdafs.gateway.console;

import java.io.IOException;
import java.io.InputStream;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The style sheet of the console. */
public final class StyleServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/css;charset=utf-8");
        response.setHeader("Cache-Control", "max-age=3600");
        try (InputStream style = StyleServlet.class.getResourceAsStream("console.css")) {
            if (style == null) {
                throw new IOException("the style sheet is missing in the gateway's jar");
            }
            style.transferTo(response.getOutputStream());
        }
    }
}
