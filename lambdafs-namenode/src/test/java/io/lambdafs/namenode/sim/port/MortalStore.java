package io.lambdafs.namenode.sim.port;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.testkit.sim.Intercepted;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A store as a process sees it that dies after so many calls: the next one is not made, and what was not committed is undone. */
public final class MortalStore {
    private int left;

    private MortalStore(int calls) {
        left = calls;
    }

    /** The end of the process: no part of it has a say in that. */
    public static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A way to this store that ends after so many calls. */
    public static MetadataStore of(MetadataStore store, int calls) {
        return new MortalStore(calls).seen(MetadataStore.class, store);
    }

    private <T> T seen(Class<T> type, T target) {
        return Intercepted.of(type, target, (method, arguments) -> {
            boolean byNobody = method.getName().equals("close");
            if (!byNobody && --left < 0) {
                throw new Death();
            }
            Object answer = Intercepted.call(target, method, arguments);
            return answer != null && isPartOfTheStore(method) ? seenAs(method.getReturnType(), answer) : answer;
        });
    }

    private static boolean isPartOfTheStore(Method method) {
        Class<?> answered = method.getReturnType();
        return answered.isInterface() && answered.getPackage().equals(MetadataStore.class.getPackage());
    }

    private <T> @Nullable Object seenAs(Class<T> type, Object answer) {
        return seen(type, type.cast(answer));
    }
}
