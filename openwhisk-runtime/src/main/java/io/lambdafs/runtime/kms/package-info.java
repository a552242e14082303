/** How function instances reach a key management server. Start reading at {@link io.lambdafs.runtime.kms.KmsClient}. */
@NullMarked
package io.lambdafs.runtime.kms;

import org.jspecify.annotations.NullMarked;
