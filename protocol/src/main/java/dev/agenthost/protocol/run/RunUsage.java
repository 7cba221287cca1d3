package dev.agenthost.protocol.run;

/**
 * The part of a delegated task that its runs have used so far, as the host has counted it: the delegated run, the runs that continue it and
 * those that they delegate to.
 *
 * @param tokens tokens of model calls: those that the providers report, else an estimate of four bytes for each
 * @param modelCalls calls of models
 * @param calls calls of tools, and delegations
 */
public record RunUsage(long tokens, int modelCalls, int calls) {
    /** Nothing used. */
    public static final RunUsage NONE = new RunUsage(0, 0, 0);

    public RunUsage {
        if (tokens < 0 || modelCalls < 0 || calls < 0) {
            throw new IllegalArgumentException("A usage must not be negative");
        }
    }
}
