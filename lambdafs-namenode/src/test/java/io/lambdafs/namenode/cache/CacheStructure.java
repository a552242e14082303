package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of a cache between any two changes. */
final class CacheStructure {
    private long bytes;
    private long entries;

    private final Trie trie;

    private CacheStructure(Trie trie) {
        this.trie = trie;
    }

    static void check(MetadataCache cache) {
        CacheStructure seen = new CacheStructure(cache.trie());
        DirectoryNode root = cache.root();
        if (root != null) {
            assertThat(root.parent).isNull();
            seen.visit(root);
        }
        assertThat(cache.stats().bytes()).isEqualTo(seen.bytes);
        assertThat(cache.stats().entries()).isEqualTo(seen.entries);
        assertThat(cache.stats().bytes()).isLessThanOrEqualTo(cache.policy().capacityBytes());
        assertThat(cache.trie().cutOff())
                .isLessThanOrEqualTo(
                        Math.max(DirectoryIndex.LEAST_BEFORE_SWEEP, seen.bytes / DirectoryIndex.SHARE_BEFORE_SWEEP));
        assertThat(cache.trie().passed()).isGreaterThanOrEqualTo((int) seen.entries);
    }

    private void visit(DirectoryNode directory) {
        assertThat(directory.detached).isFalse();
        bytes += trie.bytesOf(directory);
        entries++;
        long bytesBefore = bytes;
        long entriesBefore = entries;
        List<Node> children = children(directory);
        assertThat(children).hasSize(directory.childCount());
        children.forEach(child -> visit(directory, child));
        assertThat(directory.bytesBelow).isEqualTo(bytes - bytesBefore);
        assertThat(directory.entriesBelow).isEqualTo((int) (entries - entriesBefore));
        checkListing(directory, children, directory.listing());
    }

    private void visit(DirectoryNode directory, Node child) {
        assertThat(child.parent).isSameAs(directory);
        assertThat(directory.find(child.name)).isSameAs(child);
        assertThat(child.next).isNotNull();
        if (child instanceof DirectoryNode below) {
            visit(below);
        } else {
            assertThat(directory.ownsChildren).isTrue();
            bytes += trie.bytesOf(child);
            entries++;
        }
    }

    private static void checkListing(DirectoryNode directory, List<Node> children, @Nullable CachedListing listing) {
        if (listing == null) {
            return;
        }
        assertThat(directory.ownsChildren).isTrue();
        List<Node> present = children.stream()
                .filter(child -> !(child instanceof AbsentNode))
                .toList();
        assertThat(listing.nodes()).containsExactlyInAnyOrderElementsOf(present);
        for (int i = 1; i < listing.nodes().length; i++) {
            assertThat(listing.nodes()[i - 1].name).isLessThan(listing.nodes()[i].name);
        }
    }

    static List<Node> children(DirectoryNode directory) {
        List<Node> children = new ArrayList<>();
        if (!directory.isLeaf()) {
            directory.childTable().addTo(children);
        }
        return children;
    }
}
