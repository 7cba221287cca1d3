package dev.agenthost.bench.graph.script;

/** The three ways in which a task is done. */
public enum TaskArm {
    /** A loop of native tool calls: one call for each output of the model. */
    LOOP("a", "A: tool loop"),
    /** The same loop with all calls that can run in one output of the model, and shortened results. */
    PARALLEL_LOOP("b", "B: parallel calls, short results"),
    /** One declared graph of actions. */
    GRAPH("c", "C: action graph");

    private final String letter;
    private final String title;

    TaskArm(String letter, String title) {
        this.letter = letter;
        this.title = title;
    }

    /** The letter of the tables, in lower case. */
    public String letter() {
        return letter;
    }

    /** The arm in words. */
    public String title() {
        return title;
    }
}
