package io.lambdafs.cli.doctor;

/** Whether every part of the stack runs. */
final class ProcessCheck implements Check {
    @Override
    public String name() {
        return "processes";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        long running =
                stack.parts().stream().filter(ExaminedStack.Part::running).count();
        if (running == stack.parts().size()) {
            findings.ok("all " + running + " components run");
        }
        for (ExaminedStack.Part part : stack.parts()) {
            if (!part.running()) {
                findings.error(
                        part.name() + " does not run",
                        "Run 'lambdafs start', which brings it back; 'lambdafs logs " + part.name()
                                + "' shows how it ended.");
            }
        }
    }
}
