/**
 * The directory of a platform and the small files in it. Knows nothing of what is in them. Start reading at {@link
 * io.lambdafs.openwhisk.platform.storage.PlatformDataDirectory}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.storage;

import org.jspecify.annotations.NullMarked;
