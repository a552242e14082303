/**
 * Wrong input of every kind at every port of a running system: the caller hears what was wrong, the process goes on, and
 * nothing is stored.
 *
 * <p>Knows the formats on the wire; stands outside of everything else. Start with {@code BadRequestTest}.
 */
@NullMarked
package io.lambdafs.badinput;

import org.jspecify.annotations.NullMarked;
