/**
 * Quotas in operations: how what they change is counted for the directories above. Start reading at
 * {@link io.lambdafs.namenode.quota.Quotas}; the counts themselves are in {@code io.lambdafs.quota}.
 */
@NullMarked
package io.lambdafs.namenode.quota;

import org.jspecify.annotations.NullMarked;
