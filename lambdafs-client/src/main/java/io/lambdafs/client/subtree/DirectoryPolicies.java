package io.lambdafs.client.subtree;

import io.lambdafs.wire.subtree.PolicyAnswer;
import io.lambdafs.wire.subtree.PolicyMethods;
import io.lambdafs.wire.subtree.PolicyRequest;
import io.lambdafs.wire.subtree.SubtreePolicy;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The policies of directories: what consistency and durability a directory and all below it need. */
public final class DirectoryPolicies {
    private DirectoryPolicies() {}

    /** The policy that was set on a directory, the one that applies there, and the directory's holder. */
    public static PolicyAnswer get(FileSystem fileSystem, Path directory) throws IOException {
        String path = path(fileSystem, directory);
        return get(Overlays.of(fileSystem).requireWay(fileSystem), path);
    }

    static PolicyAnswer get(SubtreeCalls calls, String path) throws IOException {
        return DecoupledSubtree.plain(() -> Merger.decode(
                calls.call(PolicyMethods.GET, path, new PolicyRequest(path, "").encode()), PolicyAnswer::decode));
    }

    /** Sets the policy of a directory. Only its owner and superusers may. */
    public static void set(FileSystem fileSystem, Path directory, SubtreePolicy policy) throws IOException {
        set(fileSystem, directory, policy.toText());
    }

    /**
     * Makes an empty directory a volume, whose files functions work on in transactions. Only its owner and superusers may; it stays
     * one until it is removed.
     */
    public static void makeVolume(FileSystem fileSystem, Path directory, VolumePolicy policy) throws IOException {
        set(fileSystem, directory, policy.toText());
    }

    /** Removes the policy of a directory, so that it inherits again. */
    public static void remove(FileSystem fileSystem, Path directory) throws IOException {
        set(fileSystem, directory, "");
    }

    private static void set(FileSystem fileSystem, Path directory, String text) throws IOException {
        SubtreeCalls calls = Overlays.of(fileSystem).requireWay(fileSystem);
        String path = path(fileSystem, directory);
        DecoupledSubtree.plain(() -> calls.call(PolicyMethods.SET, path, new PolicyRequest(path, text).encode()));
    }

    static String path(FileSystem fileSystem, Path directory) {
        return fileSystem.makeQualified(directory).toUri().getPath();
    }

    /** The policy that an answer says applies; to what is in a volume, the default. */
    public static SubtreePolicy effective(PolicyAnswer answer) {
        return answer.effective().isEmpty() || VolumePolicy.isOne(answer.effective())
                ? SubtreePolicy.DEFAULT
                : SubtreePolicy.ofText(answer.effective());
    }
}
