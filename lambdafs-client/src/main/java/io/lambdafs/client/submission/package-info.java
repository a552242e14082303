/**
 * Which submissions of a request may follow one another, and what they say about when the request was born.
 *
 * <p>Knows no transport. Start reading at {@link io.lambdafs.client.submission.Submissions}.
 */
package io.lambdafs.client.submission;
