package dev.agenthost.runners.echo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.store.StateScope;
import dev.agenthost.sdk.RunOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a runner says. */
final class RecordingOutput implements RunOutput {
    final List<ResultPayload> said = new ArrayList<>();

    String deltas() {
        StringBuilder text = new StringBuilder();
        said.forEach(payload -> {
            if (payload instanceof MessageDelta delta) {
                text.append(delta.chunk().plainText());
            }
        });
        return text.toString();
    }

    List<String> messages() {
        return said.stream()
                .filter(MessageCompleted.class::isInstance)
                .map(payload -> ((MessageCompleted) payload).message().plainText())
                .toList();
    }

    @Override
    public void emit(ResultPayload payload) {
        said.add(payload);
    }

    @Override
    public void delta(String increment) {
        emit(new MessageDelta(MessageChunk.assistant(increment)));
    }

    @Override
    public void message(Message message) {
        emit(new MessageCompleted(message));
    }

    @Override
    public void toolCallStarted(String toolCallId, String toolName, JsonNode parameters) {
        emit(new ToolCallStarted(toolCallId, toolName, parameters));
    }

    @Override
    public void toolCallCompleted(
            String toolCallId, String toolName, @Nullable JsonNode result, @Nullable String error) {
        emit(new ToolCallCompleted(toolCallId, toolName, result, error));
    }

    @Override
    public void stateUpdated(StateScope scope, String key, JsonNode value) {
        emit(new StateUpdated(scope, key, value));
    }

    @Override
    public void completed(String finishReason, @Nullable Message message, @Nullable JsonNode usage) {
        emit(new RunCompleted(finishReason, message));
    }

    @Override
    public void failed(String code, String error, boolean retryable) {
        emit(new RunFailed(code, error, retryable, null));
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
