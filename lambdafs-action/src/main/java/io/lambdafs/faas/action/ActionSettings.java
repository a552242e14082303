package io.lambdafs.faas.action;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;

/**
 * What an action with files is, besides its code.
 *
 * @param volume names the volume
 * @param mount where its processes find the volume
 * @param retries how often a call runs again that has lost
 */
public record ActionSettings(String volume, String mount, String kind, int retries) {
    /** The variable that names the volume. All can be of the process, or come with the action's initialisation. */
    public static final String VOLUME = "LAMBDAFS_VOLUME";

    /** Where processes find the volume. */
    public static final String MOUNT = "LAMBDAFS_MOUNT";

    /** What the code is: {@code python}, {@code java}, {@code native} or {@code loop}. */
    public static final String KIND = "LAMBDAFS_KIND";

    /** How often a call that has lost runs again. */
    public static final String RETRIES = "LAMBDAFS_RETRIES";

    /** The mount of an action that names none. */
    public static final String USUAL_MOUNT = "/mnt/volume";

    private static final String USUAL_RETRIES = "20";

    public ActionSettings {
        requireNonNull(mount, "mount");
        requireNonNull(kind, "kind");
        if (volume.isEmpty()) {
            throw new IllegalArgumentException(VOLUME + " is not set: the action has no volume");
        }
        if (retries < 0) {
            throw new IllegalArgumentException(RETRIES + " is 0 or more, not " + retries);
        }
    }

    /** Reads them; an action's own variables count more than those of the process. */
    static ActionSettings of(Map<String, String> process, Map<String, String> action) {
        Map<String, String> all = new HashMap<>(process);
        all.putAll(action);
        String retries = all.getOrDefault(RETRIES, USUAL_RETRIES);
        try {
            return new ActionSettings(
                    all.getOrDefault(VOLUME, ""),
                    all.getOrDefault(MOUNT, USUAL_MOUNT),
                    all.getOrDefault(KIND, "python"),
                    Integer.parseInt(retries));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(RETRIES + " is a number, not '" + retries + "'", e);
        }
    }
}
