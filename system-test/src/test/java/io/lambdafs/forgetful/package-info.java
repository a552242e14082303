/**
 * A store that loses the answers to commits and can be told to forget which requests were carried out, to show that tests
 * notice when one is carried out twice. It stands in no class path but the one that a test makes.
 *
 * <p>Knows the store port only. Start reading at {@link io.lambdafs.forgetful.ForgetfulStoreProvider}.
 */
@NullMarked
package io.lambdafs.forgetful;

import org.jspecify.annotations.NullMarked;
