package io.lambdafs.permissions;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which calls reach which checks, and which check comes last in each. The NameNode's patched code tells it, in the thread that makes the
 * call: it knows nothing of this object, so the call is left with the thread.
 */
public final class ReachedChecks implements PermissionMatrix.Beside {
    private static final ThreadLocal<@Nullable Note> PRESENT = new ThreadLocal<>();

    private final Map<String, Set<String>> calls = new ConcurrentHashMap<>();
    private final Map<String, String> last = new ConcurrentHashMap<>();

    private record Note(ReachedChecks checks, String call) {}

    /** The NameNode comes to a check. */
    public static void reached(String check) {
        Note present = PRESENT.get();
        if (present != null) {
            present.checks
                    .calls
                    .computeIfAbsent(check, key -> ConcurrentHashMap.newKeySet())
                    .add(present.call);
            present.checks.last.put(present.call, check);
        }
    }

    @Override
    public void begins(String name) {
        PRESENT.set(new Note(this, name));
    }

    @Override
    public void ended() {
        PRESENT.remove();
    }

    /** Those of these calls that reach the check. */
    List<PermissionCase> reaching(PermissionCheck check, List<PermissionCase> all) {
        Set<String> names = calls.getOrDefault(check.toString(), Set.of());
        return all.stream().filter(each -> names.contains(each.name())).toList();
    }

    /** Whether a call came to no other check after this one, as it does if this one refuses it. */
    boolean isLast(PermissionCheck check, PermissionCase call) {
        return check.toString().equals(last.get(call.name()));
    }
}
