package io.lambdafs.openwhisk.platform.pool;

/**
 * What the container of an action is made from. Containers of one shape can serve any action of that shape until they are
 * initialised.
 *
 * @param image the image's name
 * @param memoryMb the limit of memory
 * @param collectsLogs whether the end of each activation is marked in its logs
 */
public record InstanceShape(String image, int memoryMb, boolean collectsLogs) {
    /** The shape of this action's containers. */
    public static InstanceShape of(Action action) {
        ActionLimits limits = action.limits();
        return new InstanceShape(action.image(), limits.memoryMb(), limits.logsMb() > 0);
    }
}
