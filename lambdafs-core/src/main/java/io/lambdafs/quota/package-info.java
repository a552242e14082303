/**
 * Quotas: what files use of them, and the count of what is used below a directory, in parts that several writers can change at a
 * time. Start reading at {@link io.lambdafs.quota.Escrow}, the rule that keeps the limits, and {@link io.lambdafs.quota.QuotaLedger}.
 */
@NullMarked
package io.lambdafs.quota;

import org.jspecify.annotations.NullMarked;
