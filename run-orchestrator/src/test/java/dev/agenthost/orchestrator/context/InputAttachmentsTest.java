package dev.agenthost.orchestrator.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactQuestion;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests the metadata that the host adds to the attachments of a run's input. */
class InputAttachmentsTest {
    private static final ArtifactOwner OWNER =
            new ArtifactOwner("ws-1", RunId.parse("b39372e6-a99e-400c-ae49-f3812e0a692b"), "bot-1", "conv-1", null);
    private static final ArtifactRef SENT =
            new ArtifactRef("a1", null, "image/png", null, "photo.png", "upload", null, null, null);

    @Test
    void replacesDigestSummaryExpiryAndPermissions() {
        List<ArtifactRef> completed = completed(
                question -> Uni.createFrom().item(new ContextStoreResponse.Answered<>(known(question.artifactId()))));

        assertThat(completed)
                .containsExactly(new ArtifactRef(
                        "a1",
                        "image",
                        "image/png",
                        7L,
                        "photo.png",
                        "upload",
                        null,
                        null,
                        null,
                        "ba7816bf",
                        "a photo",
                        99L,
                        List.of("metadata", "read")));
    }

    @Test
    void keepsAnAttachmentWithoutMetadata() {
        assertThat(completed(question ->
                        Uni.createFrom().item(new ContextStoreResponse.Refused<>(FailureCode.NOT_FOUND, "no"))))
                .containsExactly(SENT);
        assertThat(completed(question -> Uni.createFrom().failure(new IllegalStateException("away"))))
                .containsExactly(SENT);
    }

    private static List<ArtifactRef> completed(
            Function<ArtifactQuestion, Uni<ContextStoreResponse<ArtifactMetadata>>> artifacts) {
        ContextStore memory = (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> artifacts.apply((ArtifactQuestion) arguments[0]));
        return InputAttachments.completed(memory, OWNER, List.of(SENT), List.of("metadata", "read"))
                .await()
                .indefinitely();
    }

    private static ArtifactMetadata known(String id) {
        return new ArtifactMetadata(
                id,
                "image",
                "image/jpeg",
                "other.png",
                7L,
                "ba7816bf",
                "platform",
                "conv-1",
                null,
                null,
                1L,
                99L,
                JsonNodeFactory.instance.objectNode(),
                null,
                "a photo",
                null);
    }
}
