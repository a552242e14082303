/**
 * The composition root of a function instance: one process, one NameNode.
 *
 * <p>The only place that knows both which store and coordinator there are and which platform calls. What it loads is what
 * a cold start costs, so it loads little: no dependency injection, no configuration library, and of Hadoop only the
 * generated messages. Start reading at {@link io.lambdafs.runtime.FunctionMain}.
 */
@NullMarked
package io.lambdafs.runtime;

import org.jspecify.annotations.NullMarked;
