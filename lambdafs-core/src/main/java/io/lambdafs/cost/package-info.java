/** What functions cost on a platform that charges for them. Knows no platform. */
@NullMarked
package io.lambdafs.cost;

import org.jspecify.annotations.NullMarked;
