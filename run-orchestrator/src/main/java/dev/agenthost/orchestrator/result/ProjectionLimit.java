package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.UiProjection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Limits the views of graphs that one attempt publishes. Not thread-safe. */
final class ProjectionLimit {
    static final int MOST_GRAPHS = 64;
    static final int MOST_PROJECTIONS = 20_000;

    private final Set<String> graphs = new HashSet<>();
    private int projections;

    /** Returns the limit that the projection exceeds; null if it exceeds none, and counts it then. */
    @Nullable
    String breach(UiProjection projection) {
        if (ProtocolCodec.encode(projection).length > UiProjection.MAX_BYTES) {
            return "a projection larger than " + UiProjection.MAX_BYTES / 1024 + " KiB";
        }
        if (projections >= MOST_PROJECTIONS) {
            return "more than " + MOST_PROJECTIONS + " projections";
        }
        if (!graphs.contains(projection.runId()) && graphs.size() >= MOST_GRAPHS) {
            return "projections of more than " + MOST_GRAPHS + " graphs";
        }
        graphs.add(projection.runId());
        projections++;
        return null;
    }
}
