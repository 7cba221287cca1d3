package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.orchestrator.grant.Grant;
import java.util.ArrayList;
import java.util.List;

/** What a run may do with an artifact that it sees: of its grant, the same for each of them. */
public final class ArtifactPermissions {
    private ArtifactPermissions() {}

    public static List<String> of(Grant grant) {
        List<String> may = new ArrayList<>();
        if (grant.apis().artifactMetadata()) {
            may.add("metadata");
        }
        if (grant.apis().artifactRead()) {
            may.add("read");
        }
        return List.copyOf(may);
    }
}
