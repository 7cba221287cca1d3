package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.completed}: the run ended well. Strict, terminal.
 *
 * @param finishReason for instance {@code stop}; {@code end_of_stream} where the host closed a run that only stopped
 * @param message a message only if it was not already said
 */
public record RunCompleted(String finishReason, @Nullable Message message) implements ResultPayload {
    /** The reason of a run that ends while its runner waits for an event of the host, such as a response, a timer or a delegated run. */
    public static final String WAITING = "waiting";

    public RunCompleted {
        Fields.text(finishReason, "finish_reason");
    }

    /** Returns true if the runner expects to be continued. */
    public boolean waits() {
        return finishReason.equals(WAITING);
    }
}
