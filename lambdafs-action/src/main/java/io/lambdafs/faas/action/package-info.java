/**
 * Functions with files, called by OpenWhisk's container protocol: around each call, a transaction on a volume. {@link
 * io.lambdafs.faas.action.VolumeAction} begins, runs, commits, and runs again what has lost; a {@link io.lambdafs.faas.action.Guest} is
 * the user's function in whatever language. Knows no engine. Start reading at {@code VolumeAction}.
 */
@NullMarked
package io.lambdafs.faas.action;

import org.jspecify.annotations.NullMarked;
