package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.Locale;

/**
 * The places where a run may read history and events (spec 000 §11, 003 §4.1); each value includes the one before. Manifests have no
 * permission beyond {@link #OWN} (spec 000 §4.4 is closed): a binding's policy permits more, to runners that ask for history or events. The
 * value is frozen with the grant as a platform capability, and shown unless it is {@link #OWN}.
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
