package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;

/** The flags of {@code available_apis}: each is one line of manifest ∩ policy ∩ scope ∩ host. */
final class GrantedApis {
    private GrantedApis() {}

    static ContextApiCapabilities of(
            AgentRunnerPermissions permissions,
            ResourcePolicy policy,
            EventEnvelope event,
            boolean hasState,
            boolean hasPrompt,
            boolean steers,
            HostPolicy host) {
        boolean history = policy.hostApis().contains("history") && event.conversationId() != null;
        boolean events = policy.hostApis().contains("events");
        boolean artifacts = policy.hostApis().contains("artifacts");
        // Manifests have no permission for runs: the binding alone permits access to them.
        boolean runs = policy.hostApis().contains("runs");
        return new ContextApiCapabilities(
                history && permissions.history().contains("page") && host.serves("history_page"),
                history && permissions.history().contains("search") && host.serves("history_search"),
                events && permissions.events().contains("get") && host.serves("event_get"),
                events
                        && event.conversationId() != null
                        && permissions.events().contains("page")
                        && host.serves("event_page"),
                artifacts && permissions.artifacts().contains("metadata") && host.serves("artifact_metadata"),
                artifacts && permissions.artifacts().contains("read") && host.serves("artifact_read"),
                hasState && host.serves("state"),
                permissions.storage().stream().anyMatch(policy.storage()::contains) && host.serves("storage"),
                // The prompt is part of the runner's own configuration: it needs no permission.
                hasPrompt && host.serves("prompt_get"),
                steers && event.conversationId() != null && host.serves("steering_pull"),
                // A runner learns of its cancellation by run_get of itself; no policy removes that.
                host.serves("run_get"),
                runs && event.conversationId() != null && host.serves("run_list"),
                runs && event.conversationId() != null && host.serves("run_events_page"),
                runs && host.serves("run_cancel"),
                permissions.agents().contains("delegate") && !policy.agents().isEmpty() && host.serves("run_delegate"),
                permissions.timers().contains("set")
                        && policy.hostApis().contains("timers")
                        && host.serves("timer_set"));
    }
}
