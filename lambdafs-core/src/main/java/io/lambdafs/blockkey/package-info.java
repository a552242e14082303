/**
 * The keys with which NameNodes sign the right to use a block, and with which DataNodes check it: Hadoop's block access keys, kept in the
 * metadata store. It knows no format of Hadoop's; NameNodes and the endpoints beside DataNodes translate. Start reading at {@link
 * io.lambdafs.blockkey.BlockKeys}.
 */
@NullMarked
package io.lambdafs.blockkey;

import org.jspecify.annotations.NullMarked;
