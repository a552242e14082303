/**
 * The certificates of a stack in secure mode: its own authority, one certificate for each role, or the user's. Knows no other
 * settings of the stack. Start reading at {@link io.lambdafs.cli.certificate.SecurityDirectory}.
 */
@NullMarked
package io.lambdafs.cli.certificate;

import org.jspecify.annotations.NullMarked;
