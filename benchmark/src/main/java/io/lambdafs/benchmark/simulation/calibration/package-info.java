/**
 * The way from measurements to parameters, and back from a simulation to what was measured.
 *
 * <p>May know nothing of figures. Start reading at {@link io.lambdafs.benchmark.simulation.calibration.Calibration} and at
 * {@link io.lambdafs.benchmark.simulation.calibration.SimulationValidation}.
 */
@NullMarked
package io.lambdafs.benchmark.simulation.calibration;

import org.jspecify.annotations.NullMarked;
