package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PendingScopesTest {
    private static final RoundId ROUND = new RoundId(new WriterId(1), 1);

    @Test
    void prefix_coversWhatIsBelowByComponent() {
        PendingScopes pending = new PendingScopes(ProtocolRules.ALL);
        pending.add(ROUND, Scope.ofPrefixes(FsPath.parse("/foo")));
        assertThat(pending.above(FsPath.parse("/foo/a/b/c"))).containsExactly(ROUND);
        assertThat(pending.above(FsPath.parse("/foo"))).containsExactly(ROUND);
        assertThat(pending.above(FsPath.parse("/foobar"))).isEmpty();
        assertThat(pending.above(FsPath.ROOT)).isEmpty();
    }

    @Test
    void withoutTheRule_whatIsFurtherBelowIsForgotten() {
        PendingScopes pending = new PendingScopes(ProtocolRules.without(CoherenceRule.PREFIX_BY_COMPONENT));
        pending.add(ROUND, Scope.ofPrefixes(FsPath.parse("/foo")));
        assertThat(pending.disturb(FsPath.parse("/foo/a/b/c"))).isFalse();
    }

    @Test
    void disturb_saysWhatTheScopesSay() {
        Random random = new Random(7);
        PendingScopes pending = new PendingScopes(ProtocolRules.ALL);
        Map<RoundId, Scope> scopes = new HashMap<>();
        for (int i = 1; i <= 3000; i++) {
            RoundId round = new RoundId(new WriterId(1 + random.nextInt(3)), 1 + random.nextInt(4));
            if (random.nextBoolean()) {
                Scope scope = new Scope(paths(random), paths(random), paths(random));
                assertThat(pending.add(round, scope)).isEqualTo(scopes.putIfAbsent(round, scope) == null);
            } else {
                pending.remove(round);
                scopes.remove(round);
            }
            FsPath asked = path(random);
            assertThat(pending.disturb(asked))
                    .isEqualTo(scopes.values().stream().anyMatch(scope -> scope.disturbs(asked)));
            assertThat(pending.isOnTheWayTo(asked))
                    .isEqualTo(scopes.values().stream().anyMatch(scope -> scope.isOnTheWayTo(asked)));
            assertThat(pending.size()).isEqualTo(scopes.size());
        }
    }

    private static Set<FsPath> paths(Random random) {
        Set<FsPath> paths = new HashSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            paths.add(path(random));
        }
        return paths;
    }

    private static FsPath path(Random random) {
        FsPath path = FsPath.ROOT;
        for (int i = random.nextInt(5); i > 0; i--) {
            path = FsPath.parse((path.isRoot() ? "" : path) + "/" + (char) ('a' + random.nextInt(3)));
        }
        return path;
    }
}
