package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.Operation;
import java.util.Map;
import java.util.TreeMap;

/** The operations on the namespace, by the names of their methods. */
public final class NamespaceOperations {
    private NamespaceOperations() {}

    public static Map<String, Operation<?, ?>> all(DirectoryMaker maker) {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        operations.put("getFileInfo", new GetFileInfoOperation());
        operations.put("mkdirs", new MkdirsOperation(maker));
        return operations;
    }
}
