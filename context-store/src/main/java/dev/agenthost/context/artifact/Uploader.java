package dev.agenthost.context.artifact;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.util.Objects;
import java.util.Set;

/** Who uploads. */
public sealed interface Uploader {
    String workspaceId();

    /** Names who began an upload; nobody else goes on with it. */
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
     * Somebody with an API key.
     *
     * @param bots those that the key may speak for, {@code *} for every one
     */
    record Person(String workspaceId, String keyId, Set<String> bots) implements Uploader {
        /** Every bot. */
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
