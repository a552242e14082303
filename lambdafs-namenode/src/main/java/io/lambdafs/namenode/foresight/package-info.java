/** What a write will probably lock, told to the store before it begins, by what is known of the directories above its path. */
@NullMarked
package io.lambdafs.namenode.foresight;

import org.jspecify.annotations.NullMarked;
