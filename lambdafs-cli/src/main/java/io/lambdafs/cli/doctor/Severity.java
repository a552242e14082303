package io.lambdafs.cli.doctor;

import java.util.Locale;

/** How bad a finding is. */
enum Severity {
    /** As it should be. */
    OK,
    /** It works, and may not for long or not as well as it could. */
    WARNING,
    /** Something does not work. */
    ERROR;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
