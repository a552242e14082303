package io.lambdafs.client;

import io.lambdafs.wire.PartitionFunction;

/** What decides which deployment a request goes to; the same for every resubmission. */
final class Route {
    private final String text;
    private final boolean byDirectory;

    private Route(String text, boolean byDirectory) {
        this.text = text;
        this.byDirectory = byDirectory;
    }

    /** To the owner of the inode at this path, which its parent decides. */
    static Route toOwnerOf(String path) {
        return new Route(path, false);
    }

    /** To the owner of this directory's children. */
    static Route toOwnerOfChildrenOf(String directory) {
        return new Route(directory, true);
    }

    /** To any deployment, but always the same one for the same text. */
    static Route spreadBy(String text) {
        return new Route(text, true);
    }

    /** The path or the text that it was made of. */
    String text() {
        return text;
    }

    int deployment(int deployments) {
        PartitionFunction partition = new PartitionFunction(deployments);
        return byDirectory ? partition.ownerOfChildrenOf(text) : partition.ownerOf(text);
    }
}
