package io.lambdafs.client.sharing;

/** Whose connections a client may use besides those to its own server. */
public enum Sharing {
    /** Nobody's. */
    NONE("none"),
    /** Those to other servers of the same JVM. */
    JVM("jvm"),
    /** Those, and those of other processes of the same user on this machine. */
    MACHINE("machine");

    private final String setting;

    Sharing(String setting) {
        this.setting = setting;
    }

    /** How the setting is written. */
    public String setting() {
        return setting;
    }

    /** All settings, for a message. */
    public static String settings() {
        StringBuilder all = new StringBuilder();
        for (Sharing sharing : values()) {
            all.append(all.length() == 0 ? "" : ", ").append(sharing.setting);
        }
        return all.toString();
    }
}
