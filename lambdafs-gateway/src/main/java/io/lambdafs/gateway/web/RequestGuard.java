package io.lambdafs.gateway.web;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a browser sends for a page of somebody else's, and paths that two programs could read differently.
 *
 * <p>A page whose name its owner points at this machine is of the same origin to the browser, and could read files here. Its
 * requests have that name in {@code Host}, so only known names and addresses are taken. A page under its own name cannot read
 * answers, but the browser sends its requests, so those that change something are refused by their {@code Origin}.
 */
public final class RequestGuard implements Filter {
    static final String HOSTS = "hosts";

    private static final String ANY = "*";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Pattern NUMERIC = Pattern.compile("\\[[0-9a-f:.%]+]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    /** An encoded slash or NUL, a backslash, or a segment of dots, however written. */
    private static final Pattern AMBIGUOUS = Pattern.compile("(?i)%2f|%00|\\\\|(^|/)(\\.|%2e){1,2}(/|;|$)");

    private Set<String> hosts = Set.of();

    @Override
    public void init(FilterConfig config) {
        hosts = Set.of(StringUtils.getTrimmedStrings(config.getInitParameter(HOSTS)));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        Optional<Refusal> refusal = refusal(asked);
        if (refusal.isPresent()) {
            JsonAnswer.send(
                    (HttpServletResponse) response,
                    refusal.get().status(),
                    refusal.get().exception());
        } else {
            chain.doFilter(request, response);
        }
    }

    private record Refusal(int status, Exception exception) {}

    private Optional<Refusal> refusal(HttpServletRequest request) {
        String host = request.getHeader("Host");
        if (host != null && !isOwn(host)) {
            return forbidden("The host " + host + " is not known here. Set " + HttpDoor.HOSTS + " to allow it.");
        }
        if (changes(request) && !isOfSameOrigin(request, host)) {
            return forbidden("A web page of another origin may not change anything here.");
        }
        if (AMBIGUOUS.matcher(request.getRequestURI()).find()) {
            return Optional.of(new Refusal(
                    HttpServletResponse.SC_BAD_REQUEST,
                    new IllegalArgumentException("The path has an encoded slash, a NUL, or a segment of dots.")));
        }
        return Optional.empty();
    }

    private static Optional<Refusal> forbidden(String why) {
        return Optional.of(new Refusal(HttpServletResponse.SC_FORBIDDEN, new AccessControlException(why)));
    }

    /** A name can be pointed at this machine by its owner; an address of this machine is this machine. */
    private boolean isOwn(String host) {
        String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return NUMERIC.matcher(name).matches() || hosts.contains(ANY) || hosts.contains(name);
    }

    private static boolean changes(HttpServletRequest request) {
        return !READING.contains(request.getMethod()) || request.getRequestURI().startsWith("/logLevel");
    }

    private static boolean isOfSameOrigin(HttpServletRequest request, @Nullable String host) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
        return sameSite && (origin == null || origin.equalsIgnoreCase(request.getScheme() + "://" + host));
    }

    @Override
    public void destroy() {}
}
