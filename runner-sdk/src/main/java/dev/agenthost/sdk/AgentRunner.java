package dev.agenthost.sdk;

import dev.agenthost.protocol.context.AgentRunContext;

/**
 * Answers events. One instance answers many runs at once, each on a virtual thread of its own: write blocking code, keep no
 * state of a run in fields.
 *
 * <p>To return is to complete the run; to throw is to fail it ({@code runner.exception}). When the run is cancelled, its deadline
 * passes or the connection is lost, the thread is interrupted, and both {@code out} and {@code api} throw
 * {@link RunCancelledException}: let it pass.
 */
@FunctionalInterface
public interface AgentRunner {
    /**
     * Answers one event.
     *
     * @param context all that the host tells (spec 000 §5.2)
     * @param out where the answer goes
     * @param api what the host lets this run ask and keep; bounded by the run's deadline
     */
    void run(AgentRunContext context, RunOutput out, HostApi api) throws Exception;
}
