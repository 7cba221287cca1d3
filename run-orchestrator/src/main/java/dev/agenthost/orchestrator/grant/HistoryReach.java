package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.Locale;

/**
 * The scopes in which a run may read history and events (spec 000 §11, 003 §4.1); each value includes the one before. Manifests have no
 * permission beyond {@link #OWN} (spec 000 §4.4 is closed): a binding's policy permits more, to runners that declare history or events.
 * The value is frozen with the grant as a platform capability, unless it is {@link #OWN}.
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

    /** Returns {@link #OWN} for a run outside any conversation. */
    public static HistoryReach granted(AgentRunnerPermissions permissions, ResourcePolicy policy, EventEnvelope event) {
        if (event.conversationId() == null
                || permissions.history().isEmpty() && permissions.events().isEmpty()) {
            return OWN;
        }
        if (policy.hostApis().contains(OF_BOT)) {
            return BOT;
        }
        return policy.hostApis().contains(OF_CONVERSATION) ? CONVERSATION : OWN;
    }

    /** Returns the reach of a grant. */
    public static HistoryReach of(AgentResources granted) {
        String value = granted.platformCapabilities().path(CAPABILITY).asText("");
        for (HistoryReach reach : values()) {
            if (reach.wire().equals(value)) {
                return reach;
            }
        }
        return OWN;
    }

    /** Adds the reach to the platform capabilities. */
    public ObjectNode addTo(ObjectNode capabilities) {
        return this == OWN ? capabilities : capabilities.put(CAPABILITY, wire());
    }

    public boolean covers(HistoryReach needed) {
        return compareTo(needed) >= 0;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
