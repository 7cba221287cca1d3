package dev.agenthost.context.artifact;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.util.Objects;
import java.util.Set;

/** The attempt or the person that uploads. */
public sealed interface Uploader {
    String workspaceId();

    /** Identifies the uploader; only the uploader that began an upload may continue it. */
    String name();

    /** An attempt of a run. */
    record Attempt(ArtifactOwner owner, int attempt, RunnerId runnerId) implements Uploader {
        public Attempt {
            Objects.requireNonNull(owner);
            Objects.requireNonNull(runnerId);
        }

        @Override
        public String workspaceId() {
            return owner.workspaceId();
        }

        @Override
        public String name() {
            return "run/" + owner.runId() + "/" + attempt;
        }
    }

    /**
     * A person or program with an API key.
     *
     * @param bots the bots of the key, {@code *} for all
     */
    record Person(String workspaceId, String keyId, Set<String> bots) implements Uploader {
        /** Means every bot. */
        public static final String ANY = "*";

        public Person {
            Objects.requireNonNull(workspaceId);
            Objects.requireNonNull(keyId);
            bots = Set.copyOf(bots);
        }

        @Override
        public String name() {
            return "key/" + keyId;
        }

        boolean speaksFor(String botId) {
            return bots.contains(ANY) || bots.contains(botId);
        }
    }
}
