package dev.agenthost.context.artifact;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import org.jspecify.annotations.Nullable;

/** The runs that see an artifact, beside the run that made it. */
public enum ArtifactScope implements WireName {
    /** No other run. */
    RUN("run"),
    /** The runs of its conversation and thread. */
    CONVERSATION("conversation"),
    /** The runs of its binding, for the same bot. */
    BINDING("binding"),
    /** The runs that the same person caused, for the same bot. */
    ACTOR("actor"),
    /** The runs about the same subject, for the same bot. */
    SUBJECT("subject"),
    /** All runs of its workspace. */
    WORKSPACE("workspace");

    private final String wire;

    ArtifactScope(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }

    /** Returns the run's binding, actor or subject that the scope refers to; null if the run has none, and for the other scopes. */
    public @Nullable String key(ArtifactOwner owner) {
        return switch (this) {
            case RUN, CONVERSATION, WORKSPACE -> null;
            case BINDING -> owner.bindingId();
            case ACTOR -> owner.actorId();
            case SUBJECT -> owner.subject();
        };
    }

    /** Returns true if the scope needs a binding, actor or subject that the run does not have. */
    public boolean lacksKey(ArtifactOwner owner) {
        return switch (this) {
            case RUN, CONVERSATION, WORKSPACE -> false;
            case BINDING, ACTOR, SUBJECT -> key(owner) == null;
        };
    }
}
