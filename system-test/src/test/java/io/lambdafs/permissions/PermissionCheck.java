package io.lambdafs.permissions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One place in the NameNode's code where a permission is required.
 *
 * @param type the class that requires it, as its file is called
 * @param method what is called there
 * @param number which of the class's calls of this method it is, from 1 on
 */
record PermissionCheck(String type, String method, int number) {
    private static final String PATH = "io/lambdafs/namenode/path/";
    private static final String OPERATIONS = "io/lambdafs/namenode/op/";

    /** Whose methods called {@code require...} require permissions. What they call in turn is a place of its own. */
    private static final Set<String> OWNERS = Set.of(
            PATH + "PermissionChecker",
            OPERATIONS + "namespace/SubtreeAccess",
            OPERATIONS + "namespace/Removal",
            OPERATIONS + "xattr/XAttrAccess");

    /** All places in these compiled classes. */
    static List<PermissionCheck> all(Path classes) throws IOException {
        List<PermissionCheck> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList()) {
                String type = classes.relativize(file).toString().replaceAll("\\.class$", "");
                if (!type.equals(PATH + "PermissionChecker")) {
                    all.addAll(in(type, Files.readAllBytes(file)));
                }
            }
        }
        return all;
    }

    private static List<PermissionCheck> in(String type, byte[] bytes) {
        List<PermissionCheck> found = new ArrayList<>();
        visit(bytes, null, (method, number) -> {
            found.add(new PermissionCheck(type, method, number));
            return false;
        });
        return found;
    }

    /** The class's bytes without this call. Its arguments are computed all the same. */
    byte[] removedFrom(byte[] bytes) {
        ClassWriter out = new ClassWriter(0);
        int[] removed = {0};
        visit(bytes, out, (called, which) -> {
            boolean here = called.equals(method) && which == number;
            removed[0] += here ? 1 : 0;
            return here;
        });
        if (removed[0] != 1) {
            throw new IllegalStateException(this + " was removed " + removed[0] + " times");
        }
        return out.toByteArray();
    }

    /** The class's bytes, where each check tells {@link ReachedChecks} first that it is reached. */
    static byte[] noted(String type, byte[] bytes) {
        ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String[] last = {""};
        visit(
                bytes,
                out,
                (method, number) -> {
                    last[0] = new PermissionCheck(type, method, number).toString();
                    return false;
                },
                () -> last[0]);
        return out.toByteArray();
    }

    /** Whether a call is to be removed. */
    private interface Choice {
        boolean removes(String method, int number);
    }

    private static void visit(byte[] bytes, @Nullable ClassVisitor to, Choice choice) {
        visit(bytes, to, choice, () -> "");
    }

    private static void visit(byte[] bytes, @Nullable ClassVisitor to, Choice choice, Supplier<String> note) {
        Map<String, Integer> numbers = new HashMap<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, to) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] thrown) {
                                return new Remover(
                                        super.visitMethod(access, name, descriptor, signature, thrown),
                                        numbers,
                                        choice,
                                        note);
                            }
                        },
                        0);
    }

    /** Takes calls out of a method: what a call would take from the stack is dropped, but for the checker that it gives back. */
    private static final class Remover extends MethodVisitor {
        private final Map<String, Integer> numbers;
        private final Choice choice;
        private final Supplier<String> note;

        Remover(@Nullable MethodVisitor to, Map<String, Integer> numbers, Choice choice, Supplier<String> note) {
            super(Opcodes.ASM9, to);
            this.note = note;
            this.numbers = numbers;
            this.choice = choice;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            boolean check = OWNERS.contains(owner) && name.startsWith("require");
            if (check && choice.removes(name, numbers.merge(name, 1, Integer::sum))) {
                remove(opcode, owner, name, descriptor);
                return;
            }
            if (check && !note.get().isEmpty()) {
                super.visitLdcInsn(note.get());
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(ReachedChecks.class),
                        "reached",
                        "(Ljava/lang/String;)V",
                        false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        }

        /** Takes away what the call would have taken, and leaves what it would have given back: the checker itself. */
        private void remove(int opcode, String owner, String name, String descriptor) {
            Type[] arguments = Type.getArgumentTypes(descriptor);
            for (int i = arguments.length - 1; i >= 0; i--) {
                super.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
            }
            Type result = Type.getReturnType(descriptor);
            if (result.equals(Type.VOID_TYPE)) {
                if (opcode != Opcodes.INVOKESTATIC) {
                    super.visitInsn(Opcodes.POP);
                }
            } else if (opcode == Opcodes.INVOKESTATIC
                    || !result.getInternalName().equals(owner)) {
                throw new IllegalStateException(owner + "." + name + " gives something else back than itself");
            }
        }
    }

    /** The bytes of a class of the NameNode. */
    static byte[] bytes(String type) {
        try (InputStream in = PermissionCheck.class.getResourceAsStream("/" + type + ".class")) {
            if (in == null) {
                throw new IllegalStateException("there is no class " + type);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('/') + 1) + " " + method + " " + number;
    }
}
