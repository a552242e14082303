package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;

/**
 * A function platform with the NameNode functions of one λFS. Functions are numbered from 0. Every method may wait for the platform, for
 * a bounded time, and throws {@link DeployException}.
 */
interface FunctionHost {
    /** The platform's address, for messages. */
    String name();

    /** The platform's name of a function. */
    String function(int number);

    /** What {@link #apply} would send for this function, as text; secrets are left out. Sends nothing. */
    List<String> requests(FunctionSpec spec, int number);

    /** The numbers of the functions that are there, also those that are too many. */
    NavigableSet<Integer> present();

    /** The settings of a function that is there, by the names of their variables; those that the platform does not tell are left out. */
    Map<String, String> settings(int number);

    /** Makes a function what is wanted, and waits until the platform has it. Does nothing if it is so already. */
    DeploymentChange apply(FunctionSpec spec, int number);

    /** Removes a function; whether it was there. */
    boolean remove(int number);

    /**
     * Calls a function and returns the object that it answers.
     *
     * @param parameters the object that the function gets
     */
    JsonNode invoke(int number, JsonNode parameters);
}
