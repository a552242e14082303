package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.runtime.FunctionMain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A function instance that does without a rule of the coherence protocol; which one, a file on its class path says. */
final class WithoutRuleMain {
    static final String FILE = "lambdafs-without-rule";

    private WithoutRuleMain() {}

    public static void main(String[] args) throws IOException {
        try (InputStream rule = WithoutRuleMain.class.getResourceAsStream("/" + FILE)) {
            if (rule == null) {
                throw new IOException("no rule is named in " + FILE);
            }
            String name = new String(rule.readAllBytes(), StandardCharsets.UTF_8);
            FunctionMain.run(System.getenv(), ProtocolRules.without(CoherenceRule.valueOf(name)));
        }
    }
}
