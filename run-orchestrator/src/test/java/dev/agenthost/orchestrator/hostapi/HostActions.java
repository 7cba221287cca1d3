package dev.agenthost.orchestrator.hostapi;

import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import java.util.Arrays;
import java.util.List;

/** All actions of the host API, for tests of common properties. */
public final class HostActions {
    private HostActions() {}

    /** By their names on the wire, without the one that needs no run. */
    public static List<String> ofARun() {
        return Arrays.stream(HostAction.values())
                .filter(action -> action != HostAction.GET_LANGBOT_VERSION)
                .map(HostAction::wire)
                .toList();
    }
}
