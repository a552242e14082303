package io.lambdafs.permissions;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.function.Function;

/** Loads the NameNode's classes once more, patched. All other classes are those that there are. */
final class PatchedClasses extends ClassLoader {
    private static final String NAME_NODE = "io.lambdafs.namenode.";

    private final Patch patch;

    /** What becomes of a class. */
    @FunctionalInterface
    private interface Patch {
        byte[] of(String type, byte[] bytes);
    }

    private PatchedClasses(Patch patch) {
        super(PatchedClasses.class.getClassLoader());
        this.patch = patch;
    }

    /** A NameNode that does without this check. */
    static Function<RequestEnvelope, ResponseEnvelope> nameNodeWithout(PermissionCheck check, String superuser) {
        return nameNode(superuser, (type, bytes) -> type.equals(check.type()) ? check.removedFrom(bytes) : bytes);
    }

    /** A NameNode that notes which checks it comes to. */
    static Function<RequestEnvelope, ResponseEnvelope> nameNodeThatNotes(String superuser) {
        return nameNode(superuser, PermissionCheck::noted);
    }

    @SuppressWarnings("unchecked") // LocalNameNode is one.
    private static Function<RequestEnvelope, ResponseEnvelope> nameNode(String superuser, Patch patch) {
        try {
            return (Function<RequestEnvelope, ResponseEnvelope>) new PatchedClasses(patch)
                    .loadClass(LocalNameNode.class.getName())
                    .getConstructor(String.class)
                    .newInstance(superuser);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean own = name.startsWith(NAME_NODE) || name.startsWith(LocalNameNode.class.getName());
        if (!own) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) {
        String type = name.replace('.', '/');
        byte[] bytes = PermissionCheck.bytes(type);
        byte[] patched = patch.of(type, bytes);
        return defineClass(name, patched, 0, patched.length);
    }
}
