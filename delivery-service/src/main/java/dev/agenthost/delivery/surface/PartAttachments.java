package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Artifacts and actions of a run since its last part; the next part carries them. A separate part would take the number that
 * published deltas of the open message already use.
 */
public record PartAttachments(List<OutboundArtifact> artifacts, List<OutboundAction> actions) {
    public static final PartAttachments NONE = new PartAttachments(List.of(), List.of());

    private static final int MAX_ITEMS = 100;
    private static final int LARGEST_ACTION = 16 * 1024;
    private static final Set<String> EDITS = Set.of("message.edit");
    private static final Set<String> REACTIONS = Set.of("reaction.add", "reaction.remove");

    public PartAttachments {
        artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
        actions = actions == null ? List.of() : List.copyOf(actions);
    }

    boolean isEmpty() {
        return artifacts.isEmpty() && actions.isEmpty();
    }

    /** Adds an artifact; one without an id is not stored and is left out. */
    PartAttachments with(ArtifactCreated created) {
        String id = created.artifactId();
        if (id == null || artifacts.size() >= MAX_ITEMS) {
            return this;
        }
        List<OutboundArtifact> now = new ArrayList<>(artifacts);
        now.add(new OutboundArtifact(
                id,
                created.artifactType(),
                created.mimeType(),
                created.name(),
                created.sizeBytes(),
                created.sha256(),
                created.summary()));
        return new PartAttachments(now, actions);
    }

    /** Adds an action that the surface of the event supports; any other action is only recorded. */
    PartAttachments with(ActionRequested requested, @Nullable DeliveryContext context) {
        boolean supported = context != null
                && (requested.action().equals(InteractionRequest.ACTION)
                                && context.platformCapabilities()
                                        .path("supports_interactions")
                                        .asBoolean()
                        || context.supportsEdit() && EDITS.contains(requested.action())
                        || context.supportsReaction() && REACTIONS.contains(requested.action()));
        OutboundAction action = new OutboundAction(requested.action(), requested.target(), requested.payload());
        if (!supported || actions.size() >= MAX_ITEMS || ProtocolCodec.encode(action).length > LARGEST_ACTION) {
            return this;
        }
        List<OutboundAction> now = new ArrayList<>(actions);
        now.add(action);
        return new PartAttachments(artifacts, now);
    }
}
