package io.lambdafs.namenode.rpc;

/**
 * Tells whether a client asks for one thing at a time, from what else of it was under way when its requests came. For the
 * thread that reads them.
 *
 * <p>Nothing can be seen to overlap while that thread carries requests out itself, and when it finds a request right after
 * another, the client may have had its answer in between and been quick. So trust is lent for a number of requests, and
 * then has to be earned again by requests that others carry out.
 */
final class LoneCaller {
    /** Requests that have to come alone, one after the other. */
    static final int CONVINCING = 16;

    /** Requests for which that holds. */
    static final int TRUSTED = 15 * CONVINCING;

    private int alone;

    /**
     * Notes a request.
     *
     * @param othersUnderWay whether an earlier one is still being carried out
     * @return whether the client is likely to wait for its answer before it asks for anything else
     */
    boolean noteRequest(boolean othersUnderWay) {
        alone = othersUnderWay || alone == CONVINCING + TRUSTED ? 0 : alone + 1;
        return alone > CONVINCING;
    }
}
