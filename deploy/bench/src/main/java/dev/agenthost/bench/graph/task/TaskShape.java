package dev.agenthost.bench.graph.task;

/** The shapes of the tasks, as published suites of tool use have them. */
public enum TaskShape {
    FAN_OUT("independent fan-out"),
    CHAIN("chain"),
    MAP_REDUCE("map and reduce"),
    BRANCH("branch"),
    RETRY("retry after failure"),
    STATEFUL("stateful"),
    DELAYED("delayed tools"),
    LONG_OUTPUT("long outputs");

    private final String title;

    TaskShape(String title) {
        this.title = title;
    }

    /** The shape in words. */
    public String title() {
        return title;
    }
}
