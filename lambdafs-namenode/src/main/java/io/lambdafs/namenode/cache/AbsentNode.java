package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Name;

/** The knowledge that a directory has no entry of this name. */
final class AbsentNode extends Node {
    AbsentNode(Name name, DirectoryNode parent) {
        super(name, parent);
    }

    @Override
    int bytes() {
        return Costs.ABSENT + Costs.name(name);
    }
}
