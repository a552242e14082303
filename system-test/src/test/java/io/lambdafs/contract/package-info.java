/**
 * Hadoop's own file system contract tests, unmodified, against the running system over the client plugin.
 *
 * <p>What cannot pass is listed with its reason in docs/hadoop-compatibility.md. Start reading at
 * {@link io.lambdafs.contract.LambdaFsContract}.
 */
@NullMarked
package io.lambdafs.contract;

import org.jspecify.annotations.NullMarked;
