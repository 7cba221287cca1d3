package dev.agenthost.actiongraph.transcript;

import dev.agenthost.actiongraph.result.AggregateStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One past turn. It has no room for private reasoning and for objects of a provider. */
public sealed interface ConversationTurn {
    /** A request of the user. */
    record UserRequest(String text) implements ConversationTurn {}

    /**
     * An answer that the user has seen.
     *
     * @param cut the reason for which the provider cut it off; null if it is complete
     */
    record AssistantAnswer(String text, @Nullable String cut) implements ConversationTurn {
        /** A complete answer. */
        public AssistantAnswer(String text) {
            this(text, null);
        }
    }

    /**
     * A declaration and its results.
     *
     * @param runId id of the run
     * @param purpose title or short reason from the model; null if it gave none
     * @param status aggregate status
     * @param reason reason of a failure or a block of the whole run; null if there is none
     * @param ignored what was ignored of the declaration, each in one sentence
     * @param declaration the fenced block with its Markdown sections; null if the calls say it all
     * @param calls each call with its result, in the order of the declaration
     */
    record ProtocolRun(
            String runId,
            @Nullable String purpose,
            AggregateStatus status,
            @Nullable String reason,
            List<String> ignored,
            @Nullable String declaration,
            List<ObservedCall> calls)
            implements ConversationTurn {
        public ProtocolRun {
            ignored = List.copyOf(ignored);
            calls = List.copyOf(calls);
        }
    }

    /**
     * A broken output of the model; nothing was executed.
     *
     * @param message the errors in words that the model can act on
     * @param output the output as the model wrote it, without private reasoning; a model that does not see it can correct nothing
     */
    record RejectedOutput(String message, String output) implements ConversationTurn {}
}
