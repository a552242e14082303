/**
 * What simulated NameNodes and housekeepers see of the store and of the coordinator, where it is watched or cut short. Knows no
 * simulation.
 */
@NullMarked
package io.lambdafs.namenode.sim.port;

import org.jspecify.annotations.NullMarked;
