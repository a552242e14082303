package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A static method of a class in a jar, in this process. It takes and returns a {@code Map<String, Object>}, or Gson's
 * {@code JsonObject}, which then is in the jar. It sees Java's classes and its own, and none of this program.
 */
final class JavaGuest implements Guest {
    private static final String GSON = "com.google.gson.JsonObject";
    private static final String GSON_PARSER = "com.google.gson.JsonParser";

    private final Path jar;
    private final String className;
    private final String methodName;
    private final GuestOutput output;
    private final PrintStream printed;
    private final PrintStream usual = System.out;
    private final GuestMessages messages = new GuestMessages();
    private @Nullable Loaded loaded;

    private record Loaded(URLClassLoader loader, Method method) {}

    /**
     * A method that is not loaded yet.
     *
     * @param main the class, and after {@code #} the method if it is not {@code main}
     */
    JavaGuest(Path jar, String main, GuestOutput output) throws IOException {
        this.jar = jar;
        this.output = output;
        int hash = main.indexOf('#');
        className = hash < 0 ? main : main.substring(0, hash);
        methodName = hash < 0 ? "main" : main.substring(hash + 1);
        printed = new PrintStream(
                Files.newOutputStream(output.file(), StandardOpenOption.APPEND), true, StandardCharsets.UTF_8);
    }

    @Override
    public void start(Duration most) throws IOException {
        unload();
        System.setOut(printed);
        URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        try {
            loaded = new Loaded(loader, method(Class.forName(className, true, loader)));
        } catch (ClassNotFoundException | LinkageError e) {
            loader.close();
            throw new GuestException("The action's class " + className + " cannot be loaded: " + e);
        }
    }

    private Method method(Class<?> type) throws GuestException {
        for (Method method : type.getMethods()) {
            boolean fits = method.getName().equals(methodName)
                    && Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 1
                    && (takes(method, Map.class.getName()) || takes(method, GSON));
            if (fits) {
                return method;
            }
        }
        throw new GuestException("The action's class " + className + " has no public static Map " + methodName
                + "(Map), and none with Gson's JsonObject.");
    }

    private static boolean takes(Method method, String type) {
        return method.getParameterTypes()[0].getName().equals(type);
    }

    @Override
    public JsonObject call(Invocation invocation, Duration most) throws IOException {
        Loaded current = loaded;
        if (current == null) {
            throw new GuestException("The action is not loaded.");
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(current.loader());
        try {
            Object result = current.method().invoke(null, argument(current, invocation));
            return result(result);
        } catch (InvocationTargetException e) {
            Throwable failure = Optional.ofNullable(e.getCause()).orElse(e);
            failure.printStackTrace();
            return new JsonObject(Map.of("error", failure.toString()));
        } catch (ReflectiveOperationException e) {
            throw new GuestException("The action cannot be called: " + e);
        } finally {
            thread.setContextClassLoader(before);
            printed.flush();
        }
    }

    private Object argument(Loaded current, Invocation invocation) throws ReflectiveOperationException {
        if (takes(current.method(), Map.class.getName())) {
            return new LinkedHashMap<>(invocation.params().fields());
        }
        String json = new String(messages.parameters(invocation), StandardCharsets.UTF_8);
        return current.loader()
                .loadClass(GSON_PARSER)
                .getMethod("parseString", String.class)
                .invoke(null, json);
    }

    private JsonObject result(@Nullable Object result) throws GuestException {
        if (result instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.forEach((name, value) -> fields.put(String.valueOf(name), value));
            JsonObject object = new JsonObject(fields);
            messages.requireSize(object);
            return object;
        }
        if (result != null && result.getClass().getName().equals(GSON)) {
            return messages.result(result.toString().getBytes(StandardCharsets.UTF_8));
        }
        throw new GuestException("The action did not return a dictionary.");
    }

    @Override
    public void discardOutput() throws IOException {
        output.discard();
    }

    @Override
    public void printTo(OutputStream out) throws IOException {
        output.printTo(out);
    }

    private void unload() throws IOException {
        Loaded old = loaded;
        loaded = null;
        if (old != null) {
            old.loader().close();
        }
    }

    @Override
    public void close() throws IOException {
        unload();
        System.setOut(usual);
        printed.close();
    }
}
