package dev.agenthost.orchestrator.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Generation;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DialectTest {
    /** All fields of the later SDK's attachment, which forbids others. */
    private static final Set<String> CLOSED =
            Set.of("type", "mime_type", "size", "name", "source", "url", "path", "content", "id");

    @Test
    void theLaterSdkGetsAttachmentsInItsClosedShape() {
        JsonNode attachments = Dialect.of(Generation.LATER, context()).at("/input/attachments");

        assertThat(attachments).hasSize(3);
        attachments.forEach(attachment -> {
            Set<String> fields = new TreeSet<>();
            attachment.fieldNames().forEachRemaining(fields::add);
            assertThat(CLOSED).containsAll(fields);
        });
        assertThat(attachments.get(0))
                .isEqualTo(
                        tree(
                                "{\"type\":\"image\",\"mime_type\":\"image/png\",\"size\":7,\"name\":\"x.png\",\"id\":\"a1\"}"));
        assertThat(attachments.get(1).path("type").asText()).isEqualTo("voice");
        assertThat(attachments.get(2)).isEqualTo(tree("{\"type\":\"report\",\"id\":\"a3\"}"));
    }

    @Test
    void theSpecificationsSdkGetsReferencesToArtifacts() {
        assertThat(Dialect.of(Generation.SPECIFICATION, context()).path("input"))
                .isEqualTo(context().path("input"));
    }

    @Test
    void onlyTheLaterSdkKnowsOfCountedTokens() {
        assertThat(Dialect.of(Generation.SPECIFICATION, context()).at("/resources/models/0/operations"))
                .isEqualTo(tree("[\"invoke\",\"stream\"]"));
        assertThat(Dialect.of(Generation.LATER, context()).at("/resources/models/0/operations"))
                .isEqualTo(tree("[\"invoke\",\"count_tokens\",\"stream\"]"));
    }

    private static ObjectNode context() {
        return (ObjectNode) tree("""
                {"input":{"text":null,"contents":[],"attachments":[
                  {"artifact_id":"a1","mime_type":"image/png","size":7,"name":"x.png"},
                  {"artifact_id":"a2","mime_type":"audio/ogg"},
                  {"artifact_id":"a3","artifact_type":"report"}]},
                 "resources":{"models":[{"model_id":"m","operations":["invoke","count_tokens","stream"]}]}}""");
    }

    private static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
