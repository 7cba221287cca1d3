package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import java.util.Map;

/**
 * A record of {@code agent.run-results}, complete: published again, it is the same to the byte.
 *
 * @param starts true if the record holds {@code run.started}
 * @param ends true if the record holds the terminal result
 */
public record ResultRecord(
        RunKey key, String conversationKey, boolean starts, boolean ends, byte[] value, Map<String, String> headers) {
    public ResultRecord {
        headers = Map.copyOf(headers);
    }

    public int partition() {
        return ConversationPartitioner.of(conversationKey);
    }
}
