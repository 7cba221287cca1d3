package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * Completes the attachments of a run's input with metadata of context-store when the run begins: digest, summary, expiry and permitted
 * operations (spec 003, 004 §3.5). An attachment without metadata, or without it in time, is unchanged.
 */
public final class InputAttachments {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private InputAttachments() {}

    /**
     * Never fails.
     *
     * @param permissions the operations that the run may do with each attachment
     */
    public static Uni<List<ArtifactRef>> completed(
            ContextStore memory, ArtifactOwner owner, List<ArtifactRef> attachments, List<String> permissions) {
        if (attachments.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return Multi.createFrom()
                .iterable(attachments)
                .onItem()
                .transformToUni(attachment -> completed(memory, owner, attachment, permissions))
                .concatenate()
                .collect()
                .asList()
                .ifNoItem()
                .after(LIMIT)
                .recoverWithItem(() -> attachments);
    }

    private static Uni<ArtifactRef> completed(
            ContextStore memory, ArtifactOwner owner, ArtifactRef attachment, List<String> permissions) {
        return memory.artifact(new ArtifactQuestion(owner, attachment.artifactId()))
                .map(answer -> answer instanceof ContextStoreResponse.Answered<ArtifactMetadata> known
                        ? with(attachment, known.value(), permissions)
                        : attachment)
                .onFailure()
                .recoverWithItem(attachment);
    }

    /** Completes an attachment with stored metadata; the sender's types and name take precedence. */
    private static ArtifactRef with(ArtifactRef sent, ArtifactMetadata known, List<String> permissions) {
        return new ArtifactRef(
                sent.artifactId(),
                sent.artifactType() == null ? known.artifactType() : sent.artifactType(),
                sent.mimeType() == null ? known.mimeType() : sent.mimeType(),
                known.sizeBytes() == null ? sent.size() : known.sizeBytes(),
                sent.name() == null ? known.name() : sent.name(),
                sent.source(),
                sent.url(),
                sent.content(),
                sent.id(),
                known.sha256(),
                known.summary(),
                known.expiresAt(),
                permissions);
    }
}
