package io.lambdafs.testkit.sim;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Something whose calls pass through somebody else's hands. */
public final class Intercepted {
    private Intercepted() {}

    /** What becomes of a call. */
    @FunctionalInterface
    public interface Calls {
        /** What the call returns. */
        @Nullable
        Object called(Method method, Object @Nullable [] arguments);
    }

    /** One that looks like the target, and all of whose calls are made this of. */
    public static <T> T of(Class<T> type, T target, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                target.getClass().getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.called(method, arguments)));
    }

    /** Makes the call, and throws what it throws. */
    public static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
