package io.lambdafs.forgetful;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreProvider;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Offers another store in which every few commits of requests succeed without saying so. While a certain file exists, it
 * also forgets the outcomes of requests, so that a caller that tries again does the same again.
 */
public final class ForgetfulStoreProvider implements StoreProvider {
    private static final String SCHEME = "jdbc:forgetful:";
    private static final char SEPARATOR = '!';
    private static final int COMMITS_PER_LOSS = 5;

    /** The URL of a store over another one. */
    public static String url(File forgets, String other) {
        return SCHEME + forgets + SEPARATOR + other;
    }

    @Override
    public boolean accepts(String url) {
        return url.startsWith(SCHEME);
    }

    @Override
    public MetadataStore open(StoreConfig config) {
        int separator = config.url().indexOf(SEPARATOR);
        File forgets = new File(config.url().substring(SCHEME.length(), separator));
        MetadataStore store = Stores.open(new StoreConfig(
                config.url().substring(separator + 1),
                config.user(),
                config.password(),
                config.maxConnections(),
                config.bounds()));
        AtomicInteger commits = new AtomicInteger();
        return proxy(MetadataStore.class, (method, arguments) -> {
            Object result = call(store, method, arguments);
            boolean ofRequest = method.getName().equals("beginWrite") && method.getParameterCount() > 1;
            return ofRequest && result instanceof Transaction tx ? forgetful(tx, forgets, commits) : result;
        });
    }

    private static Transaction forgetful(Transaction tx, File forgets, AtomicInteger commits) {
        return proxy(Transaction.class, (method, arguments) -> {
            if (forgets.exists()) {
                switch (method.getName()) {
                    case "priorOutcome" -> {
                        return Optional.empty();
                    }
                    case "recordOutcome" -> {
                        return null;
                    }
                    default -> {
                        // As the store does it.
                    }
                }
            }
            Object result = call(tx, method, arguments);
            if (method.getName().equals("commit") && commits.incrementAndGet() % COMMITS_PER_LOSS == 0) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "the answer to the commit was lost");
            }
            return result;
        });
    }

    private interface Calls {
        @Nullable
        Object handle(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.handle(method, arguments)));
    }

    private static @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
