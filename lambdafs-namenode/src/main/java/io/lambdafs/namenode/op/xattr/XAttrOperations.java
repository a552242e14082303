package io.lambdafs.namenode.op.xattr;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on extended attributes, by the names of their methods. */
public final class XAttrOperations {
    private XAttrOperations() {}

    public static Map<String, Operation<?, ?>> all(NameNodeConfig config) {
        return Map.of(
                "getXAttrs", new GetXAttrsOperation(),
                "listXAttrs", new ListXAttrsOperation(),
                "removeXAttr", new RemoveXAttrOperation(),
                "setXAttr", new SetXAttrOperation(config.features()));
    }
}
