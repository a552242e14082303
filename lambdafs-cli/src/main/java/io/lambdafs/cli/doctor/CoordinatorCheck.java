package io.lambdafs.cli.doctor;

/** Whether ZooKeeper, or whatever the coordinator is, answers. */
final class CoordinatorCheck implements Check {
    @Override
    public String name() {
        return "coordinator";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        String coordinator = stack.status().path("coordinator").asText("the coordinator");
        if (stack.coordinatorAnswers().getAsBoolean()) {
            findings.ok(coordinator + " answers");
        } else {
            findings.error(
                    coordinator + " does not answer",
                    "Run 'lambdafs start', and look at 'lambdafs logs zookeeper'. Without it no instance becomes a"
                            + " member, and writes fail.");
        }
    }
}
