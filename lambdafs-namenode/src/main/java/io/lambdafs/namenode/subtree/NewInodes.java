package io.lambdafs.namenode.subtree;

import io.lambdafs.acl.ModeAndAcl;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.OverlayNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes rows of what a journal made, with the owner, the group and the access control list that they would have got one by one.
 * Used by one thread, in one transaction.
 */
final class NewInodes {
    private final MergeTree tree;
    private final Function<INodeId, INode> before;
    private final Map<Long, Attributes> ofDirectories = new HashMap<>();

    /**
     * Makes rows for this tree.
     *
     * @param before finds a directory that was there before
     */
    NewInodes(MergeTree tree, Function<INodeId, INode> before) {
        this.tree = tree;
        this.before = before;
    }

    INode row(OverlayNode node) {
        INodeKey key = new INodeKey(tree.parentOf(node), name(node.name()));
        INodeId id = new INodeId(node.id());
        if (node.isDirectory()) {
            return new Directory(id, key, attributes(node), node.childCount(), false);
        }
        return new RegularFile(id, key, attributes(node), node.replication(), node.blockSize(), node.length(), null);
    }

    /** A name that an inode may have. */
    static Name name(String text) {
        boolean usable = !text.isEmpty()
                && !text.equals(".snapshot")
                && !text.equals(".")
                && !text.equals("..")
                && text.indexOf('/') < 0
                && text.indexOf(':') < 0
                && text.indexOf('\0') < 0;
        if (!usable) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "Invalid file name in the journal: " + text);
        }
        return Name.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private Attributes attributes(OverlayNode node) {
        if (!node.isDirectory()) {
            return make(node);
        }
        Attributes known = ofDirectories.get(node.id());
        if (known == null) {
            known = make(node);
            ofDirectories.put(node.id(), known);
        }
        return known;
    }

    private Attributes make(OverlayNode node) {
        Attributes above = above(node);
        Permission asked = new Permission(node.permission());
        ModeAndAcl rights = ModeAndAcl.inherited(above.features().acl(), asked, asked, node.isDirectory());
        return new Attributes(
                node.owner().isEmpty() ? tree.decoupling().holder().user() : node.owner(),
                node.group().isEmpty() ? above.group() : node.group(),
                rights.mode(),
                node.modificationMillis(),
                Math.max(0, node.accessMillis()),
                Features.NONE.withAcl(rights.acl()));
    }

    private Attributes above(OverlayNode node) {
        return tree.tree()
                .node(node.parent())
                .filter(OverlayNode::isMade)
                .map(this::attributes)
                .orElseGet(() -> before.apply(new INodeId(node.parent())).attributes());
    }
}
