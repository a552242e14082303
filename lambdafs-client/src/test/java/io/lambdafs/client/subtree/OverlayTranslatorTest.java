package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.junit.jupiter.api.Test;

final class OverlayTranslatorTest {
    /** Their texts are no paths. */
    private static final Set<String> WITHOUT_A_PATH = Set.of(
            "renewLease",
            "updateBlockForPipeline",
            "updatePipeline",
            "metaSave",
            "restoreFailedStorage",
            "listCachePools",
            "removeCachePool",
            "removeErasureCodingPolicy",
            "enableErasureCodingPolicy",
            "disableErasureCodingPolicy",
            "getECTopologyResultForPolicies");

    /** They ask for what is above a path, which a NameNode knows, whatever is there. */
    private static final Set<String> OF_WHAT_IS_ABOVE = Set.of("getEZForPath", "getEnclosingRoot");

    @Test
    void eachMethodWithAPath_isAnsweredOrRefused_andNotHandedOn() throws NoSuchMethodException {
        Set<String> handedOn = Arrays.stream(ClientProtocol.class.getMethods())
                .filter(method -> Arrays.stream(method.getParameterTypes())
                        .anyMatch(type -> type == String.class || type == String[].class))
                .filter(method -> !isOurs(method))
                .map(Method::getName)
                .collect(Collectors.toSet());
        Set<String> mayBe = new HashSet<>(WITHOUT_A_PATH);
        mayBe.addAll(OF_WHAT_IS_ABOVE);
        // An older Hadoop lacks some of them.
        mayBe.retainAll(Arrays.stream(ClientProtocol.class.getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet()));
        assertThat(handedOn).isEqualTo(mayBe);
    }

    private static boolean isOurs(Method method) {
        try {
            Class<?> declares = OverlayTranslator.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getDeclaringClass();
            return declares.getPackage().equals(OverlayTranslator.class.getPackage());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
