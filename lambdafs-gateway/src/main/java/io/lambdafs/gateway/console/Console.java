package io.lambdafs.gateway.console;

import io.lambdafs.client.PlatformMetrics;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import javax.servlet.ServletContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;

/** The console of one gateway. Thread-safe. */
public final class Console implements AutoCloseable {
    private static final String ATTRIBUTE = "lambdafs.console";

    private static final Map<String, Class<? extends javax.servlet.http.HttpServlet>> PAGES = Map.of(
            "", OverviewServlet.class,
            "/functions", FunctionsServlet.class,
            "/load", LoadServlet.class,
            "/explorer", ExplorerServlet.class,
            "/console.css", StyleServlet.class);

    private final Optional<Watch> watch;

    private Console(Optional<Watch> watch) {
        this.watch = watch;
    }

    /**
     * A console that shows the platform of these settings, where it can be asked.
     *
     * @throws IOException if a setting is unusable
     */
    public static Console open(Configuration settings) throws IOException {
        Console console = new Console(PlatformMetrics.of(settings).map(Watch::new));
        console.watch.ifPresent(Watch::start);
        return console;
    }

    /** Adds its pages to a web server, which has {@link io.lambdafs.gateway.web.calls.GatewayCalls} in its context. */
    public void install(HttpServer2 server) {
        server.setAttribute(ATTRIBUTE, this);
        PAGES.forEach((path, servlet) -> server.addServlet(servlet.getSimpleName(), path, servlet));
    }

    static Console of(ServletContext context) {
        return (Console) context.getAttribute(ATTRIBUTE);
    }

    /** Notes that somebody looks at a page. */
    void look() {
        watch.ifPresent(Watch::look);
    }

    /** What is known of the platform; empty if this kind of platform cannot be asked. */
    Optional<History.View> history() {
        return watch.map(Watch::view);
    }

    /** Why nothing new is known of the platform; empty if something is. */
    String trouble() {
        return watch.map(Watch::trouble).orElse("This kind of platform does not tell what its functions do.");
    }

    @Override
    public void close() {
        watch.ifPresent(Watch::close);
    }
}
