package io.lambdafs.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Cuts the TCP connections that function instances have open to this JVM, in the middle of whatever travels on them.
 *
 * <p>The plugin has no call for that and needs none; so this goes through its private fields, and fails where they have changed.
 */
final class ConnectionCutter {
    private ConnectionCutter() {}

    /** Cuts all of them, and returns how many there were. */
    static int cutAll() throws Throwable {
        Class<?> clusters = Class.forName("io.lambdafs.client.JvmClusters");
        var instance = clusters.getDeclaredMethod("instance");
        instance.setAccessible(true);
        Object all = instance.invoke(null);
        List<Object> connections = new ArrayList<>();
        synchronized (all) {
            for (Object shared : (List<?>) field(all, "open")) {
                Object table = field(field(field(shared, "cluster"), "server"), "table");
                for (Object ofDeployment : ((Map<?, ?>) field(table, "byDeployment")).values()) {
                    connections.addAll((List<?>) ofDeployment);
                }
            }
        }
        for (Object connection : connections) {
            // Not by listing its methods: those name classes that the plugin's jar has left out.
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(connection.getClass(), MethodHandles.lookup());
            inside.findVirtual(connection.getClass(), "close", MethodType.methodType(void.class))
                    .bindTo(connection)
                    .invoke();
        }
        return connections.size();
    }

    private static Object field(Object holder, String name) throws ReflectiveOperationException {
        Field field = holder.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(holder);
    }
}
