package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The conversations that operators have taken over, in memory. A run that starts before its takeover is read is harmless: delivery-service
 * withholds its parts.
 */
public final class TakeoverRegistry {
    private final Map<String, ConversationTakeover> byConversation = new ConcurrentHashMap<>();

    /** Applies a record of {@code agent.takeovers}; the latest record of a conversation counts. */
    public void take(ConversationTakeover takeover, Instant now) {
        if (takeover.isActive(now)) {
            byConversation.put(takeover.recordKey(), takeover);
        } else {
            byConversation.remove(takeover.recordKey());
        }
    }

    /** Returns the refusal of an event in a conversation that is taken over. Events that continue a run are answered: its work goes on. */
    public Optional<ResolutionOutcome> refusal(EventEnvelope event, Instant now) {
        if (byConversation.isEmpty() || event.parent() != null) {
            return Optional.empty();
        }
        String key = event.conversationKey().value();
        ConversationTakeover takeover = byConversation.get(key);
        if (takeover == null) {
            return Optional.empty();
        }
        if (!takeover.isActive(now)) {
            byConversation.remove(key, takeover);
            return Optional.empty();
        }
        return Optional.of(new ResolutionOutcome.Unbound(
                UnboundReason.TAKEN_OVER,
                "The operator " + takeover.operator() + " has taken the conversation over until " + takeover.until()
                        + "."));
    }
}
