package dev.agenthost.sdk;

import dev.agenthost.protocol.context.AgentRunContext;

/**
 * Answers events. One instance answers many runs at once, each on a virtual thread of its own: write blocking code, and store no
 * state of a run in fields.
 *
 * <p>A return completes the run; an exception fails it ({@code runner.exception}). When the run is cancelled, its deadline passes
 * or the connection is lost, the thread is interrupted, and both {@code out} and {@code api} throw {@link RunCancelledException}:
 * do not catch it.
 */
@FunctionalInterface
public interface AgentRunner {
    /**
     * Answers one event.
     *
     * @param context the host's data for this run (spec 000 §5.2)
     * @param out emits the answer
     * @param api the host's functions for this run; bounded by the run's deadline
     */
    void run(AgentRunContext context, RunOutput out, HostApi api) throws Exception;
}
