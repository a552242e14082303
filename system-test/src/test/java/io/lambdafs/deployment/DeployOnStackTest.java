package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import org.junit.jupiter.api.Test;

/** {@code lambdafs deploy} on the platform of a running stack. It changes nothing there: other tests use it. */
final class DeployOnStackTest {
    private final Stack stack = SharedStack.get();

    @Test
    void functionsThatStartRegistered_areAsWanted_andServe() throws Exception {
        assertThat(stack.run("deploy", "--platform", "local"))
                .contains("namenode0", "namenode1", "unchanged")
                .contains("has " + stack.deployments() + " functions as wanted");
    }

    @Test
    void anotherNumberThanTheStores_isRefused() throws Exception {
        Stack.Result refused = stack.tryRun("deploy", "--platform", "local", "--deployments", "3");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors())
                .contains("the store records " + stack.deployments() + " functions, and not 3")
                .contains("--deployments " + stack.deployments());
        assertThat(stack.askPlatform("/api/v1/namespaces/_/actions")).doesNotContain("namenode2");
    }
}
