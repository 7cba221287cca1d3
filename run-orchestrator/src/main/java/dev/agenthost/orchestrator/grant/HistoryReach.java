package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.Locale;

/**
 * How far a run may look in history and events (spec 000 §11, 003 §4.1), each more than the one before it. No manifest has a permission
 * for more than the usual (spec 000 §4.4 is closed): a binding's policy has words for it, for runners that ask for history or events. As
 * a capability of the platform it is frozen with the rest of the grant, and shown; the usual is not spoken of.
 */
public enum HistoryReach {
    /** Its own conversation and thread. */
    OWN,
    /** All threads of its own conversation. */
    CONVERSATION,
    /** All conversations of its bot in its workspace. */
    BOT;

    private static final String OF_CONVERSATION = "history.thread";
    private static final String OF_BOT = "history.bot";
    private static final String CAPABILITY = "history_reach";

    /** A run outside any conversation has nothing to look beyond of. */
    public static HistoryReach granted(AgentRunnerPermissions asked, ResourcePolicy policy, EventEnvelope event) {
        if (event.conversationId() == null
                || asked.history().isEmpty() && asked.events().isEmpty()) {
            return OWN;
        }
        if (policy.hostApis().contains(OF_BOT)) {
            return BOT;
        }
        return policy.hostApis().contains(OF_CONVERSATION) ? CONVERSATION : OWN;
    }

    /** That of a grant. */
    public static HistoryReach of(AgentResources granted) {
        String shown = granted.platformCapabilities().path(CAPABILITY).asText("");
        for (HistoryReach reach : values()) {
            if (reach.wire().equals(shown)) {
                return reach;
            }
        }
        return OWN;
    }

    /** Among what a run's platform can. */
    public ObjectNode shownIn(ObjectNode capabilities) {
        return this == OWN ? capabilities : capabilities.put(CAPABILITY, wire());
    }

    public boolean covers(HistoryReach needed) {
        return compareTo(needed) >= 0;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
