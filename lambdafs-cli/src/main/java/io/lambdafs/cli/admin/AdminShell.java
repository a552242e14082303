package io.lambdafs.cli.admin;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.tools.DFSAdmin;

/**
 * Hadoop's {@code dfsadmin}, with answers to the subcommands that ask each NameNode by its address.
 *
 * <p>Hadoop looks in its configuration for the addresses of all NameNodes of a nameservice, and calls each of them. Here it
 * finds none, calls nobody, prints nothing and ends with 0. So these subcommands are overridden: they ask the cluster, or say
 * why there is nothing to do and end with 1. All others are Hadoop's own.
 */
final class AdminShell extends DFSAdmin {
    private static final int DONE = 0;
    private static final int REFUSED = 1;

    private static final Map<String, SafeModeAction> SAFE_MODE_ACTIONS = Map.of(
            "get", SafeModeAction.GET,
            "wait", SafeModeAction.GET,
            "leave", SafeModeAction.LEAVE,
            "forceexit", SafeModeAction.FORCE_EXIT,
            "enter", SafeModeAction.ENTER);

    private final PrintStream out;
    private final PrintStream err;

    AdminShell(Configuration configuration, PrintStream out, PrintStream err) {
        super(configuration);
        this.out = out;
        this.err = err;
    }

    /** Prints whether safe mode is on; there is none, so waiting for its end takes no time, and entering it is refused. */
    @Override
    public void setSafeMode(String[] arguments, int index) throws IOException {
        SafeModeAction action = SAFE_MODE_ACTIONS.get(arguments[index].toLowerCase(Locale.ROOT));
        if (action == null) {
            throw new IllegalArgumentException("not an action of -safemode: " + arguments[index]);
        }
        boolean on = getDFS().setSafeMode(action);
        out.println("Safe mode is " + (on ? "ON" : "OFF"));
    }

    @Override
    public int getUpgradeStatus() throws IOException {
        out.println(getDFS().upgradeStatus() ? "Upgrade finalized" : "Upgrade not finalized");
        return DONE;
    }

    @Override
    public int finalizeUpgrade() {
        return refuse(
                "finalizeUpgrade",
                "NameNode instances keep nothing of an earlier version, so there is nothing to finalize.");
    }

    @Override
    public int saveNamespace(String[] arguments) {
        return refuse(
                "saveNamespace",
                "There is no image to save: the store has every acknowledged change. Back up the store instead.");
    }

    @Override
    public int rollEdits() {
        return refuse("rollEdits", "There is no edit log: changes are transactions of the store.");
    }

    @Override
    public int restoreFailedStorage(String argument) {
        return refuse(
                "restoreFailedStorage", "There are no directories of images and edit logs: metadata is in the store.");
    }

    @Override
    public int fetchImage(String[] arguments, int index) {
        return refuse("fetchImage", "There is no image to fetch: metadata is in the store. Back up the store instead.");
    }

    @Override
    public int metaSave(String[] arguments, int index) {
        return refuse(
                "metasave",
                "There is no NameNode with a directory for the file " + arguments[index]
                        + ". Use -report and -listOpenFiles, and 'lambdafs status'.");
    }

    @Override
    public int refreshNodes() {
        return refuse(
                "refreshNodes",
                "No lists of included and excluded DataNodes are read. Stop a DataNode to take it out of the cluster.");
    }

    @Override
    public int refreshServiceAcl() throws IOException {
        if (hasGateways()) {
            return super.refreshServiceAcl();
        }
        return refuse("refreshServiceAcl", "There is no policy of service-level authorization to read again.");
    }

    @Override
    public int refreshUserToGroupsMappings() throws IOException {
        if (hasGateways()) {
            return super.refreshUserToGroupsMappings();
        }
        return refuse(
                "refreshUserToGroupsMappings",
                "NameNode instances keep no groups of users: each call carries those that its own machine knows.");
    }

    @Override
    public int refreshSuperUserGroupsConfiguration() throws IOException {
        if (hasGateways()) {
            return super.refreshSuperUserGroupsConfiguration();
        }
        return refuse(
                "refreshSuperUserGroupsConfiguration",
                "NameNode instances have no settings of proxy users to read again.");
    }

    @Override
    public int refreshCallQueue() throws IOException {
        if (hasGateways()) {
            return super.refreshCallQueue();
        }
        return refuse("refreshCallQueue", "NameNode instances have no call queue with settings to read again.");
    }

    /** Whether the cluster has gateways, which are servers with settings of their own. Hadoop asks each of them. */
    private boolean hasGateways() {
        String nameservice = String.valueOf(FileSystem.getDefaultUri(getConf()).getHost());
        return !getConf().getTrimmed("dfs.ha.namenodes." + nameservice, "").isEmpty();
    }

    private int refuse(String subcommand, String why) {
        err.println(subcommand + ": " + why);
        return REFUSED;
    }
}
