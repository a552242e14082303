/**
 * The right to use a block, as a NameNode signs it for a caller whom an operation has found to have it: Hadoop's block tokens and the keys of
 * encrypted transfers. Checks no permission itself. Start reading at {@link io.lambdafs.namenode.blocktoken.BlockTokens}.
 */
@NullMarked
package io.lambdafs.namenode.blocktoken;

import org.jspecify.annotations.NullMarked;
