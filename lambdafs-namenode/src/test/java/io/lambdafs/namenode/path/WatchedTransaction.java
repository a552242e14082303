package io.lambdafs.namenode.path;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction that pins paths, of which a test hears before each call on its inodes: for what happens in between. */
public final class WatchedTransaction {
    private WatchedTransaction() {}

    /** Hears of a call before it is made. */
    @FunctionalInterface
    public interface Watcher {
        void before(String method, @Nullable Object @Nullable [] arguments);
    }

    public static Transaction of(Transaction tx, Watcher watcher) {
        return of(tx, watcher, List.of());
    }

    /**
     * As {@link #of(Transaction, Watcher)}.
     *
     * @param onTheWay paths the directories above which must be locked
     */
    static Transaction of(Transaction tx, Watcher watcher, List<FsPath> onTheWay) {
        INodeTable inodes = (INodeTable) proxy(
                (method, arguments) -> {
                    watcher.before(method.getName(), arguments);
                    return method.invoke(tx.inodes(), arguments);
                },
                INodeTable.class);
        return (Transaction) proxy(
                (method, arguments) -> switch (method.getName()) {
                    case "inodes" -> inodes;
                    case "pin" -> List.of();
                    case "locksOnTheWay" -> onTheWay.contains(requireNonNull(arguments)[0]);
                    default -> method.invoke(tx, arguments);
                },
                Transaction.class,
                PathPins.class);
    }

    @FunctionalInterface
    private interface Call {
        @Nullable
        Object to(Method method, @Nullable Object @Nullable [] arguments) throws ReflectiveOperationException;
    }

    private static Object proxy(Call call, Class<?>... types) {
        return Proxy.newProxyInstance(WatchedTransaction.class.getClassLoader(), types, (self, method, arguments) -> {
            try {
                return call.to(method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
