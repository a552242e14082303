package io.lambdafs.openwhisk.platform.rest;

import java.util.concurrent.CompletionStage;

/** One collection of the REST interface. */
interface RestResource {
    /** Answers now or later; throws {@link RestException} for what it refuses. */
    CompletionStage<RestReply> handle(RestRequest request);
}
