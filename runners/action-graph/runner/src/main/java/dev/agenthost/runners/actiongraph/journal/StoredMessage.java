package dev.agenthost.runners.actiongraph.journal;

import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * A complete output of the model as it was sent.
 *
 * @param text with its blocks and sections
 * @param calls native calls
 */
public record StoredMessage(String text, List<Call> calls) {
    /** A native call. */
    public record Call(String name, String arguments) {}

    public StoredMessage {
        Fields.required(text, "text");
        calls = Fields.list(calls, "calls");
    }

    static StoredMessage of(AssistantMessage output) {
        return new StoredMessage(
                output.text(),
                output.toolCalls().stream()
                        .map(call -> new Call(call.name(), call.arguments()))
                        .toList());
    }

    AssistantMessage message() {
        List<NativeToolCall> natives = calls.stream()
                .map(call -> new NativeToolCall(call.name(), call.arguments()))
                .toList();
        return new AssistantMessage(text, natives, true);
    }
}
