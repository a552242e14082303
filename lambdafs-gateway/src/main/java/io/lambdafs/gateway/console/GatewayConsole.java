package io.lambdafs.gateway.console;

import io.lambdafs.client.PlatformMetrics;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.servlet.ServletContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.http.HttpServer2;

/** The console of one gateway. Thread-safe. */
public final class GatewayConsole implements AutoCloseable {
    private static final String ATTRIBUTE = "lambdafs.console";
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private static final Map<String, Class<? extends javax.servlet.http.HttpServlet>> PAGES = Map.of(
            "", OverviewServlet.class,
            "/functions", FunctionsServlet.class,
            "/load", LoadServlet.class,
            "/explorer", ExplorerServlet.class,
            "/directories", DirectoriesServlet.class,
            "/housekeeping", HousekeepingServlet.class,
            "/console.css", AssetServlet.class,
            "/icon.svg", AssetServlet.class);

    private final Optional<Watch> watch;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final Surveys surveys = new Surveys(InstantSource.system());

    private GatewayConsole(Optional<Watch> watch) {
        this.watch = watch;
    }

    /**
     * A console that shows the platform of these settings, where it can be asked.
     *
     * @throws IOException if a setting is unusable
     */
    public static GatewayConsole open(Configuration settings) throws IOException {
        GatewayConsole console = new GatewayConsole(PlatformMetrics.of(settings).map(Watch::new));
        console.watch.ifPresent(Watch::start);
        return console;
    }

    /** Adds its pages to a web server, which has {@link io.lambdafs.gateway.web.calls.GatewayCalls} in its context. */
    public void install(HttpServer2 server) {
        server.setAttribute(ATTRIBUTE, this);
        PAGES.forEach((path, servlet) -> server.addServlet(servlet.getSimpleName() + path, path, servlet));
    }

    static GatewayConsole of(ServletContext context) {
        return (GatewayConsole) context.getAttribute(ATTRIBUTE);
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
        return watch.map(Watch::trouble).orElse("This kind of platform does not report what its functions do.");
    }

    /** What the processes of these DataNodes have done for the file system; takes some seconds at most. */
    HousekeepingReport housekeeping(List<DatanodeInfo> nodes) {
        return HousekeepingReport.ask(http, nodes);
    }

    /** What users asked for about their directories. */
    Surveys surveys() {
        return surveys;
    }

    @Override
    public void close() {
        surveys.close();
        watch.ifPresent(Watch::close);
    }
}
