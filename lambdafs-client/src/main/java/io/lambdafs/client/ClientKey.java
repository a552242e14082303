package io.lambdafs.client;

import java.util.Locale;

/** A setting of the client: its key, its default, and what it means. The unit is part of the key. */
enum ClientKey {
    PLATFORM(
            "platform",
            "openwhisk",
            "What kind of platform runs the functions: `openwhisk`; `http` for functions that answer plain HTTP, as on Knative,"
                    + " Cloud Run, Nuclio and Kubernetes; or `lambda` for AWS Lambda."),
    FUNCTION_URL(
            "function-url",
            "",
            "With `platform=http`: the address of a function, in which `{function}` stands for its name (`namenode0`), or"
                    + " `{number}` for its number, such as `http://{function}.example.org:8080/`."),
    FUNCTION_SECRET("function-secret", "", "With `platform=http`: the secret of the functions."),
    FUNCTION_SECRET_FILE(
            "function-secret-file", "", "With `platform=http`: a file whose first line is that secret; instead of it."),
    LAMBDA_FUNCTION(
            "lambda.function",
            "{function}",
            "With `platform=lambda`: Lambda's name of a function, in which `{function}` stands for λFS's (`namenode0`)."),
    LAMBDA_REGION("lambda.region", "", "With `platform=lambda`: the region. Empty: as `AWS_REGION` says."),
    LAMBDA_ENDPOINT(
            "lambda.endpoint",
            "",
            "With `platform=lambda`: the address of the Invoke API. Empty: `https://lambda.REGION.amazonaws.com`."),
    OPENWHISK_URL("openwhisk.url", "http://127.0.0.1:3233", "Where the function platform's REST interface is."),
    TRUSTSTORE(
            "truststore",
            "",
            "With an `https://` address: a file with certificates of the authorities that the platform's certificate may come"
                    + " from, in PEM, such as the stack's `security/ca.crt`. It is read again when it changes. Empty: those that"
                    + " Java trusts."),
    OPENWHISK_AUTH("openwhisk.auth", "", "The platform's key, `uuid:key`. Empty: none is sent."),
    DEPLOYMENTS(
            "deployments",
            "0",
            "How many NameNode functions there are; another number than the cluster's is an error. 0: as the cluster says."),
    HOST("host", "", "Name or address of this machine, used to sort and place replicas. Empty: the local host's name."),
    SECURE(
            "secure",
            "false",
            "Whether calls are signed: with the user's delegation token, which a gateway issues for a Kerberos ticket. As the"
                    + " cluster is: `lambdafs start --secure`."),
    SERVICE_KEY_FILE(
            "service-key-file",
            "",
            "With `secure=true`: a file with the cluster's service key, for programs that speak for any user, as gateways do."
                    + " Calls are signed with it instead."),
    TOTAL_TIMEOUT("total-timeout-millis", "60000", "After which a call that found no answer fails; at most 600000."),
    BACKOFF_BASE("backoff-base-millis", "20", "Upper bound of the first pause before a resubmission; then doubled."),
    BACKOFF_MAX("backoff-max-millis", "2000", "Upper bound of every pause before a resubmission."),
    HTTP_CONNECT_TIMEOUT("http.connect-timeout-millis", "2000", "How long connecting to the platform may take."),
    HTTP_ATTEMPT_TIMEOUT(
            "http.attempt-timeout-millis",
            "10000",
            "How long the first HTTP attempt waits for an answer; doubled with each further one."),
    HTTP_HEDGE(
            "http.hedge-millis",
            "1000",
            "After which a call that waits by HTTP is sent over TCP as well, as soon as an instance of its function is"
                    + " connected; the first answer counts. 0: never."),
    HTTP_MAX_CONNECTIONS("http.max-connections", "64", "HTTP invocations under way at once; more wait for a place."),
    HTTP_MAX_PER_FUNCTION(
            "http.max-in-flight-per-function",
            "8",
            "HTTP invocations of one function under way at once; more wait for a place, or for a connection."),
    HTTP_REPLACEMENT_PROBABILITY(
            "http-replacement-probability",
            "0.005",
            "Share of the calls sent by HTTP although a TCP connection exists, so that the platform sees the load."),
    MAX_HTTP_REPLACEMENT_PROBABILITY(
            "max-http-replacement-probability",
            "0.05",
            "That share for a function whose instances say that they are saturated. A value up to"
                    + " `http-replacement-probability` turns scaling by load off."),
    SCALE_OUT_LOAD(
            "scale-out-load",
            "128",
            "The load, of 255, from which that share rises and calls ask the platform for another instance. 0: never."),
    HTTP_KEEP_WARM(
            "http.keep-warm-millis",
            "2000",
            "While there are calls, one in each such interval goes to each function by HTTP, so that the platform does not"
                    + " take an instance that serves over TCP for idle and freeze it. 0: none does."),
    ANTI_THRASHING(
            "anti-thrashing",
            "true",
            "Whether calls go to any function that is connected while the platform has too few places for all functions,"
                    + " limits calls, or is slow and has no room for more instances; `always`: also otherwise."),
    ANTI_THRASHING_FACTOR(
            "anti-thrashing.factor",
            "3",
            "How many times as long as usual calls take when the platform counts as slow; more than 1, at most 1000. 0: it"
                    + " never does."),
    ANTI_THRASHING_WINDOW(
            "anti-thrashing.window-millis",
            "60000",
            "The time over which a client learns how long calls usually take, 1000 to 3600000."),
    TCP_ENABLED("tcp.enabled", "true", "Whether functions may connect back; false: HTTP only."),
    TCP_BIND_ADDRESS("tcp.bind-address", "127.0.0.1", "The address at which functions connect back."),
    TCP_ADVERTISED_ADDRESS(
            "tcp.advertised-address", "", "The address to which functions connect. Empty: the bind address."),
    TCP_TLS(
            "tcp.tls",
            "",
            "Whether functions connect back with TLS: `true` or `false`. The client makes a certificate for each server, and"
                    + " functions learn its digest with each call. Empty: as `lambdafs.client.secure` says."),
    TCP_ATTEMPT_TIMEOUT("tcp.attempt-timeout-millis", "5000", "How long a TCP attempt waits before it is resubmitted."),
    TCP_SILENCE_LIMIT(
            "tcp.silence-limit-millis",
            "2500",
            "After which a connection that sent not even a keep-alive is put aside (the instance sleeps)."),
    TCP_SPIN(
            "tcp.spin-micros",
            "200",
            "How long a caller that waits alone looks for its answer before it sleeps, if answers come that soon; at most"
                    + " 10000. It yields its core meanwhile. 0: not at all, nor where there is one core only."),
    TCP_MAX_CLIENTS(
            "tcp.max-clients-per-server",
            "0",
            "After how many clients of one JVM the next one opens another server at which functions connect back. 0: all"
                    + " clients with the same settings share one."),
    TCP_MAX_CONNECTIONS(
            "tcp.max-connections", "256", "Connections of functions that have shown the secret; more are closed."),
    TCP_MAX_IN_FLIGHT(
            "tcp.max-in-flight-per-connection", "64", "Unanswered requests of one connection; more go by HTTP."),
    STRAGGLERS(
            "straggler.mitigation",
            "true",
            "Whether a request over TCP that takes much longer than others of its method is sent to another instance as well;"
                    + " the first answer counts."),
    STRAGGLER_FACTOR(
            "straggler.factor",
            "10",
            "How many times the moving average of its method such a request takes at least; more than 1, at most 1000."),
    STRAGGLER_MIN("straggler.min-millis", "50", "How long such a request takes at least."),
    STRAGGLER_WINDOW(
            "straggler.window",
            "100",
            "Of how many requests of a method the moving average is, 10 to 100000. No request of the method is judged before"
                    + " as many were answered."),
    STRAGGLER_SHARE(
            "straggler.max-share",
            "0.05",
            "Which share of the requests may be sent again as stragglers, so that an overloaded stack does not get twice the"
                    + " load."),
    SHARING(
            "sharing",
            "machine",
            "Whose connections a client uses while functions have none to its own server: `machine`, those of all processes"
                    + " of the same user on this machine; `jvm`, those of other servers of the same JVM; `none`, nobody's."),
    SHARING_DIRECTORY(
            "sharing.directory",
            "",
            "Where the processes of a user find each other; only the user may have access. Empty: `lambdafs` in"
                    + " `XDG_RUNTIME_DIR`; without that, `lambdafs-USER` in Java's directory for temporary files."),
    SUBTREE_DIRECTORY(
            "subtree.directory",
            "",
            "Where processes of a user leave [decoupled subtrees](decoupled-subtrees.md) for each other, with their journals."
                    + " Empty: `.lambdafs/subtrees` in the user's home directory."),
    SUBTREE_LOCK_WAIT(
            "subtree.lock-wait-millis",
            "10000",
            "How long a process waits for another one of this machine that uses a decoupled subtree."),
    TRACING_ENDPOINT(
            "tracing.endpoint",
            "",
            "Where [traces](tracing.md) go: the address of an OpenTelemetry collector that takes OTLP over HTTP, such as"
                    + " `http://127.0.0.1:4318`; `none`: there are no traces. Empty: as `OTEL_EXPORTER_OTLP_ENDPOINT` says."),
    TRACING_RATIO(
            "tracing.ratio",
            "",
            "Which share of the calls begins a trace, 0 to 1. Empty: as `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` say;"
                    + " without those, 0.01."),
    TRACING_SERVICE(
            "tracing.service",
            "lambdafs-client",
            "What this program is called in traces, unless `OTEL_SERVICE_NAME` says otherwise."),
    PRINT_METRICS("print-metrics", "false", "Whether counts and latencies are printed to stderr when the JVM ends."),
    PROPERTIES_FILE(
            "properties-file",
            "~/.lambdafs/client.properties",
            "A file of these keys, used where neither Hadoop's configuration nor the environment says anything.");

    static final String PREFIX = "lambdafs.client.";

    private final String key;
    private final String defaultValue;
    private final String meaning;

    ClientKey(String suffix, String defaultValue, String meaning) {
        this.key = PREFIX + suffix;
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    String key() {
        return key;
    }

    String defaultValue() {
        return defaultValue;
    }

    String meaning() {
        return meaning;
    }

    /** The environment variable of the same meaning: {@code LAMBDAFS_CLIENT_OPENWHISK_URL} and so on. */
    String environmentVariable() {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
