package io.lambdafs.secure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * The parts of a job that lasts: a task that writes one file after another, and a resource manager that renews the job's delegation token. Each
 * prints a line for each step with the time, in milliseconds since 1970, and ends with the exception of the step that failed.
 */
final class LongJob {
    /** Before the number of a file and the time at which it was written. */
    static final String WROTE = "wrote ";

    /** Before the time until which the token is good. */
    static final String RENEWED = "renewed until ";

    /** Before the time at which a ticket ends. */
    static final String TICKET = "ticket until ";

    private static final Duration STEP = Duration.ofSeconds(2);

    /** More than a test waits for. */
    private static final int MOST_STEPS = 200;

    private LongJob() {}

    /** Writes files until one fails. */
    static void write(Configuration configuration, Path directory) throws Exception {
        try (FileSystem fileSystem = FileSystem.newInstance(configuration)) {
            for (int i = 0; i < MOST_STEPS; i++) {
                try (FSDataOutputStream out = fileSystem.create(new Path(directory, String.valueOf(i)))) {
                    out.write(("content " + i).getBytes(StandardCharsets.UTF_8));
                }
                System.out.println(WROTE + i + " " + System.currentTimeMillis());
                TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
            }
        }
        throw new IllegalStateException("nothing ended the job");
    }

    /** Renews a token until that fails. */
    static void renew(Configuration configuration, Token<?> token) throws Exception {
        for (int i = 0; i < MOST_STEPS; i++) {
            System.out.println(RENEWED + token.renew(configuration));
            TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
        }
        throw new IllegalStateException("nothing ended the token");
    }

    /** Prints when the ticket ends that this process has got for its principal. */
    @SuppressWarnings("removal") // Hadoop keeps tickets where Java 8 looks for them.
    static void tellTicket() throws IOException, InterruptedException {
        Subject subject = UserGroupInformation.getLoginUser().doAs((PrivilegedExceptionAction<Subject>)
                () -> Subject.getSubject(java.security.AccessController.getContext()));
        for (KerberosTicket ticket : subject.getPrivateCredentials(KerberosTicket.class)) {
            System.out.println(TICKET + ticket.getEndTime().toInstant().toEpochMilli());
        }
    }
}
