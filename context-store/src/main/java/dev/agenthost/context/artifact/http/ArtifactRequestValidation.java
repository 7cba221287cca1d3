package dev.agenthost.context.artifact.http;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks requests about artifacts; each breach is a 400 that names the field. */
final class ArtifactRequestValidation {
    private ArtifactRequestValidation() {}

    static ArtifactOwner fitting(ArtifactOwner owner) {
        fits(owner.workspaceId(), "workspace_id");
        fits(owner.botId(), "bot_id");
        fits(owner.conversationId(), "conversation_id");
        fits(owner.threadId(), "thread_id");
        fits(owner.bindingId(), "binding_id");
        fits(owner.actorId(), "actor_id");
        fits(owner.subject(), "subject");
        return owner;
    }

    static String fitting(String text, String field) {
        fits(text, field);
        return text;
    }

    private static void fits(@Nullable String text, String field) {
        if (text != null && !StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
    }

    static @Nullable UUID run(@Nullable String text) {
        try {
            return text == null ? null : UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, "run_id is no id of a run.", "run_id");
        }
    }

    /**
     * Returns the artifact. One that the caller may not see is not found, like an unknown one; a caller that could see it learns that it
     * has expired.
     */
    static Uni<ArtifactMetadata> found(Uni<Optional<ArtifactMetadata>> artifact, Supplier<Uni<Boolean>> hasExpired) {
        return artifact.chain(found -> found.map(existing -> Uni.createFrom().item(existing))
                .orElseGet(() -> hasExpired.get().map(expired -> {
                    throw expired ? gone() : notFound();
                })));
    }

    static ProblemException gone() {
        return new ProblemException(FailureCode.GONE, "The artifact has expired.");
    }

    static ProblemException notFound() {
        return new ProblemException(FailureCode.NOT_FOUND, "There is no such artifact.");
    }
}
