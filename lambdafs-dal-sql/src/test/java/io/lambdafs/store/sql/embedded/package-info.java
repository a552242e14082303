@NullMarked
package io.lambdafs.store.sql.embedded;

import org.jspecify.annotations.NullMarked;
