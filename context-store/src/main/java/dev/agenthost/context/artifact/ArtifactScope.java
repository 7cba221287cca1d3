package dev.agenthost.context.artifact;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import org.jspecify.annotations.Nullable;

/** Which runs see an artifact, beside the one that made it. */
public enum ArtifactScope implements WireName {
    /** None. */
    RUN("run"),
    /** Those of its conversation and thread. */
    CONVERSATION("conversation"),
    /** Those that were begun by its binding, for the same bot. */
    BINDING("binding"),
    /** Those that the same person caused, for the same bot. */
    ACTOR("actor"),
    /** Those that are about the same, for the same bot. */
    SUBJECT("subject"),
    /** All of its workspace. */
    WORKSPACE("workspace");

    private final String wire;

    ArtifactScope(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }

    /** Which binding, actor or subject it is, of those that a run has; null where it has none, and for the other scopes. */
    public @Nullable String key(ArtifactOwner owner) {
        return switch (this) {
            case RUN, CONVERSATION, WORKSPACE -> null;
            case BINDING -> owner.bindingId();
            case ACTOR -> owner.actorId();
            case SUBJECT -> owner.subject();
        };
    }

    /** Whether it is of one binding, actor or subject, and there is none. */
    public boolean lacksKey(ArtifactOwner owner) {
        return switch (this) {
            case RUN, CONVERSATION, WORKSPACE -> false;
            case BINDING, ACTOR, SUBJECT -> key(owner) == null;
        };
    }
}
