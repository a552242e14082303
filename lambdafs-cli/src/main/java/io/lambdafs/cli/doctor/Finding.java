package io.lambdafs.cli.doctor;

import static java.util.Objects.requireNonNull;

/**
 * One thing that a check found.
 *
 * @param check the name of the check
 * @param message what is the case
 * @param remedy what to do about it; empty if nothing has to be done
 */
record Finding(String check, Severity severity, String message, String remedy) {
    Finding {
        requireNonNull(check, "check");
        requireNonNull(severity, "severity");
        if (message.isEmpty() || (severity != Severity.OK && remedy.isEmpty())) {
            throw new IllegalArgumentException("a finding must say what is the case and what to do: " + check);
        }
    }
}
