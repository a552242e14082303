package io.lambdafs.faas.ipc;

import io.lambdafs.faas.posix.PosixCalls;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Calls on files that count what is open, and that do something else before each call, as another processor would. */
final class FuzzedCalls {
    private final PosixCalls files;
    private final Runnable meanwhile;
    private int open;

    FuzzedCalls(PosixCalls files, Runnable meanwhile) {
        this.files = files;
        this.meanwhile = meanwhile;
    }

    /** How many handles were opened and not released. */
    int open() {
        return open;
    }

    PosixCalls calls() {
        return (PosixCalls) Proxy.newProxyInstance(
                PosixCalls.class.getClassLoader(),
                new Class<?>[] {PosixCalls.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        meanwhile.run();
        Object result;
        try {
            result = method.invoke(files, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (method.getName().equals("open")) {
            open++;
        } else if (method.getName().equals("release")) {
            open--;
        }
        return result;
    }
}
