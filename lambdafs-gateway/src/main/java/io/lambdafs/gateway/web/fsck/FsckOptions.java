package io.lambdafs.gateway.web.fsck;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.http.HtmlQuoting;

/**
 * What {@code hdfs fsck} asks for.
 *
 * @param path what is checked
 * @param files whether each file has a line
 * @param blocks whether each block has a line
 * @param locations whether it says where the replicas are
 * @param openFiles whether files that are being written are checked
 * @param corruptFiles whether only the damaged blocks are listed
 * @param again whether the client has had such a list
 */
record FsckOptions(
        String path,
        boolean files,
        boolean blocks,
        boolean locations,
        boolean openFiles,
        boolean corruptFiles,
        boolean again) {
    private static final String PATH = "path";
    /** Parameter to the option of the command. */
    private static final Map<String, String> REFUSED = Map.of(
            "move", "-move",
            "delete", "-delete",
            "replicate", "-replicate",
            "blockId", "-blockId",
            "includeSnapshots", "-includeSnapshots",
            "storagepolicies", "-storagepolicies",
            "upgradedomains", "-upgradedomains");

    /** Takes the parameters of a request, whose values Hadoop's web server has quoted for a page. */
    static FsckOptions of(Map<String, String[]> parameters) {
        boolean locations = parameters.containsKey("locations")
                || parameters.containsKey("racks")
                || parameters.containsKey("replicadetails");
        String[] path = parameters.getOrDefault(PATH, new String[] {"/"});
        return new FsckOptions(
                HtmlQuoting.unquoteHtmlChars(path[0]),
                parameters.containsKey("files"),
                parameters.containsKey("blocks"),
                locations,
                parameters.containsKey("openforwrite"),
                parameters.containsKey("listcorruptfileblocks"),
                parameters.containsKey("startblockafter"));
    }

    /** The option that cannot be had here, if there is one. */
    static Optional<String> refused(Map<String, String[]> parameters) {
        return new TreeSet<>(REFUSED.keySet())
                .stream().filter(parameters::containsKey).findFirst().map(REFUSED::get);
    }
}
