/** What an administrator's programs read: the audit log, metrics, {@code lambdafs top} and {@code lambdafs doctor}. */
@NullMarked
package io.lambdafs.monitoring;

import org.jspecify.annotations.NullMarked;
