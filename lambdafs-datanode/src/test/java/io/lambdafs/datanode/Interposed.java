package io.lambdafs.datanode;

import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A transaction in whose middle something else happens. */
final class Interposed {
    private Interposed() {}

    /** The transaction; before it locks inodes, the other thing is done. */
    static Transaction beforeLocking(Transaction tx, Runnable meanwhile) {
        INodeTable inodes = proxy(INodeTable.class, (method, arguments) -> {
            if (method.getName().equals("lock")) {
                meanwhile.run();
            }
            return method.invoke(tx.inodes(), arguments);
        });
        return proxy(
                Transaction.class,
                (method, arguments) -> method.getName().equals("inodes") ? inodes : method.invoke(tx, arguments));
    }

    private interface Call {
        @Nullable
        Object to(Method method, @Nullable Object @Nullable [] arguments) throws ReflectiveOperationException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.to(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
