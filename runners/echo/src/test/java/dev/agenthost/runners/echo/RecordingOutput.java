package dev.agenthost.runners.echo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.RunOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records a runner's results. */
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
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        said.add(payload);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
