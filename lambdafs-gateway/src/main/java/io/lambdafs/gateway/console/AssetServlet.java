package io.lambdafs.gateway.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The style sheet and the icon of the console. */
public final class AssetServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private static final Map<String, String> TYPES =
            Map.of("/console.css", "text/css;charset=utf-8", "/icon.svg", "image/svg+xml");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getServletPath();
        response.setContentType(TYPES.get(path));
        response.setHeader("Cache-Control", "max-age=3600");
        try (InputStream asset = AssetServlet.class.getResourceAsStream(path.substring(1))) {
            if (asset == null) {
                throw new IOException("the gateway's jar has no " + path);
            }
            asset.transferTo(response.getOutputStream());
        }
    }
}
