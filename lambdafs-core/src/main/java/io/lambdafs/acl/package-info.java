/** How access control lists change, and what a new file or directory inherits: the rules, without a store. */
@NullMarked
package io.lambdafs.acl;

import org.jspecify.annotations.NullMarked;
