/**
 * {@code lambdafs doctor}: looks for what is wrong with a stack, or soon will be, and says what to do.
 *
 * <p>Each {@link io.lambdafs.cli.doctor.Check} looks at one thing and changes nothing. Start reading at
 * {@link io.lambdafs.cli.doctor.DoctorCommand}.
 */
@NullMarked
package io.lambdafs.cli.doctor;

import org.jspecify.annotations.NullMarked;
