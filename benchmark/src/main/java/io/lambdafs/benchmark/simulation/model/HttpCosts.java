package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;

/**
 * What a call by HTTP takes besides, in microseconds, and how often there is one.
 *
 * @param share the probability that a call goes by HTTP although there is a connection
 */
record HttpCosts(double share, double clientMicros, double instanceMicros, double platformMicros, double waitMicros) {
    static HttpCosts of(SimulationParameters parameters, Scenario scenario) {
        boolean some = scenario.mode().isElastic() && !scenario.topology().isOneMachine();
        return new HttpCosts(
                some ? parameters.of("scaling.http-share") : 0,
                parameters.of("http.client"),
                parameters.of("http.instance"),
                parameters.of("http.platform"),
                parameters.of("http.wait"));
    }
}
