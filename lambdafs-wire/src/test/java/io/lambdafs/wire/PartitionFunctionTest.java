package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PartitionFunctionTest {
    @Test
    void siblings_shareTheOwnerOfTheirDirectorysListing() {
        PartitionFunction partition = new PartitionFunction(16);
        for (int d = 0; d < 100; d++) {
            String directory = "/warehouse/table" + d;
            int owner = partition.ownerOfChildrenOf(directory);
            assertThat(partition.ownerOf(directory + "/a")).isEqualTo(owner);
            assertThat(partition.ownerOf(directory + "/b/")).isEqualTo(owner);
            assertThat(partition.ownerOfChildrenOf(directory + "/")).isEqualTo(owner);
        }
    }

    @Test
    void root_isOwnedByWhoOwnsItsChildren() {
        PartitionFunction partition = new PartitionFunction(7);
        assertThat(partition.ownerOf("/")).isEqualTo(partition.ownerOf("/a"));
    }

    @Test
    void directories_spreadEvenly() {
        int deployments = 8;
        int directories = 80_000;
        PartitionFunction partition = new PartitionFunction(deployments);
        int[] owned = new int[deployments];
        for (int d = 0; d < directories; d++) {
            owned[partition.ownerOfChildrenOf("/d" + d)]++;
        }
        for (int count : owned) {
            assertThat(count).isBetween(directories / deployments * 9 / 10, directories / deployments * 11 / 10);
        }
    }

    @Test
    void oneMoreDeployment_movesOnlyItsShare() {
        int directories = 50_000;
        PartitionFunction before = new PartitionFunction(9);
        PartitionFunction after = new PartitionFunction(10);
        int moved = 0;
        for (int d = 0; d < directories; d++) {
            int owner = after.ownerOfChildrenOf("/d" + d);
            if (owner != before.ownerOfChildrenOf("/d" + d)) {
                assertThat(owner).isEqualTo(9);
                moved++;
            }
        }
        assertThat(moved).isBetween(directories / 10 * 9 / 10, directories / 10 * 11 / 10);
    }

    @Test
    void jump_equalsThePublishedFunction() {
        // Values that other implementations of the paper's function give.
        assertThat(PartitionFunction.jump(1, 1)).isEqualTo(0);
        assertThat(PartitionFunction.jump(42, 57)).isEqualTo(43);
        assertThat(PartitionFunction.jump(0xDEAD10CCL, 1)).isEqualTo(0);
        assertThat(PartitionFunction.jump(0xDEAD10CCL, 666)).isEqualTo(361);
        assertThat(PartitionFunction.jump(256, 1024)).isEqualTo(520);
    }

    @Test
    void noDeployment_isRefused() {
        assertThatThrownBy(() -> new PartitionFunction(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
