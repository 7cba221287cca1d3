package dev.agenthost.orchestrator.grant;

import java.util.Set;

/** The APIs that this host serves; a runner never sees an API that would refuse it. Names are the flags of {@code available_apis}. */
public record HostPolicy(Set<String> served) {
    public static final HostPolicy NOW = new HostPolicy(Set.of(
            "history_page",
            "history_search",
            "event_get",
            "event_page",
            "artifact_metadata",
            "artifact_read",
            "state",
            "storage",
            "prompt_get",
            "run_get",
            "run_list",
            "run_cancel",
            "run_events_page",
            "run_delegate",
            "timer_set",
            "steering_pull"));

    public HostPolicy {
        served = Set.copyOf(served);
    }

    boolean serves(String api) {
        return served.contains(api);
    }
}
