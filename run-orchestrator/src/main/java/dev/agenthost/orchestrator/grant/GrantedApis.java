package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;

/** The flags of {@code available_apis}: each is one line of manifest ∩ policy ∩ scope ∩ host. */
final class GrantedApis {
    private GrantedApis() {}

    static ContextApiCapabilities of(
            AgentRunnerPermissions asked,
            ResourcePolicy policy,
            EventEnvelope event,
            boolean hasState,
            boolean hasPrompt,
            boolean steers,
            HostPolicy host) {
        boolean history = policy.hostApis().contains("history") && event.conversationId() != null;
        boolean events = policy.hostApis().contains("events");
        boolean artifacts = policy.hostApis().contains("artifacts");
        // The peer's ledger of runs has no permission of its own (its manifest knows none): the binding alone allows
        // it.
        boolean runs = policy.hostApis().contains("runs");
        return new ContextApiCapabilities(
                history && asked.history().contains("page") && host.serves("history_page"),
                history && asked.history().contains("search") && host.serves("history_search"),
                events && asked.events().contains("get") && host.serves("event_get"),
                events
                        && event.conversationId() != null
                        && asked.events().contains("page")
                        && host.serves("event_page"),
                artifacts && asked.artifacts().contains("metadata") && host.serves("artifact_metadata"),
                artifacts && asked.artifacts().contains("read") && host.serves("artifact_read"),
                hasState && host.serves("state"),
                asked.storage().stream().anyMatch(policy.storage()::contains) && host.serves("storage"),
                // It is the runner's own configuration, which it sees anyway: no permission guards it.
                hasPrompt && host.serves("prompt_get"),
                steers && event.conversationId() != null && host.serves("steering_pull"),
                // A polite runner learns of its cancellation by asking for itself; no policy takes that away.
                host.serves("run_get"),
                runs && event.conversationId() != null && host.serves("run_list"),
                runs && event.conversationId() != null && host.serves("run_events_page"),
                runs && host.serves("run_cancel"));
    }
}
