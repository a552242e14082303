package io.lambdafs.wire.subtree;

/** The names of the methods. None is of Hadoop's ClientProtocol. Their messages are inside protobuf's BytesValue. */
public final class PolicyMethods {
    /** Takes a {@link PolicyRequest}, answers nothing. */
    public static final String SET = "lambdafs.setSubtreePolicy";

    /** Takes a {@link PolicyRequest} without a policy, answers a {@link PolicyAnswer}. */
    public static final String GET = "lambdafs.getSubtreePolicy";

    private PolicyMethods() {}
}
