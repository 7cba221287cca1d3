package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import java.util.Map;

/**
 * A record of {@code agent.run-results}, complete: published again, it is the same to the byte.
 *
 * @param starts whether {@code run.started} is in it
 * @param ends whether the terminal result is in it
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
