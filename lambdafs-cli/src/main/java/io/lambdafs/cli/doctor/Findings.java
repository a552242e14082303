package io.lambdafs.cli.doctor;

import java.util.ArrayList;
import java.util.List;

/** Collects what the checks find. Used by one thread. */
final class Findings {
    private final List<Finding> findings = new ArrayList<>();
    private String check = "";

    /** What is found from now on is of this check. */
    void begin(String name) {
        check = name;
    }

    void ok(String message) {
        findings.add(new Finding(check, Severity.OK, message, ""));
    }

    void warning(String message, String remedy) {
        findings.add(new Finding(check, Severity.WARNING, message, remedy));
    }

    void error(String message, String remedy) {
        findings.add(new Finding(check, Severity.ERROR, message, remedy));
    }

    /** All, in the order in which they were found. */
    List<Finding> all() {
        return List.copyOf(findings);
    }

    /** How many are this bad. */
    long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }
}
