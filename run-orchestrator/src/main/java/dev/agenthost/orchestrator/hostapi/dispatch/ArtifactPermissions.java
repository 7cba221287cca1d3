package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.orchestrator.grant.Grant;
import java.util.ArrayList;
import java.util.List;

/** The operations that a run may do with an artifact that it sees; its grant gives the same ones for each artifact. */
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
