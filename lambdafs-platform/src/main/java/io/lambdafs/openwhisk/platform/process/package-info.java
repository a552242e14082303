/**
 * Function instances as processes of this machine: how they are started, signalled, logged and, if a platform was
 * killed, found and ended by the next. Knows nothing of calls. Start reading at {@link
 * io.lambdafs.openwhisk.platform.process.ProcessInstanceFactory}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.process;

import org.jspecify.annotations.NullMarked;
