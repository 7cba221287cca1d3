package dev.agenthost.context.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagePartArtifactsTest {
    @Test
    void partsThatNameAnArtifactAreReferencesLikeThoseOfWhatWasMade() throws Exception {
        List<ObjectNode> refs =
                MessagePartArtifacts.of(message("""
                [{"type":"text","text":"see","artifact_id":"no digest"},
                 {"type":"image_base64","image_base64":"QUJD","artifact_id":"a1","mime_type":"image/png","size_bytes":3,"sha256":"ff"},
                 {"type":"file_base64","file_name":"b.pdf","artifact_id":"a2","mime_type":null,"size_bytes":4,"sha256":"ee"},
                 {"type":"image_base64","artifact_id":"a1","sha256":"ff"},
                 {"type":"image_base64","omitted":"payload_too_large"},
                 {"type":"file_base64","artifact_id":"made","sha256":"dd"}]
                """), List.of((ObjectNode) json("{\"artifact_id\":\"made\"}")));

        assertThat(refs)
                .containsExactly(
                        (ObjectNode)
                                json(
                                        "{\"artifact_id\":\"a1\",\"artifact_type\":\"image\",\"mime_type\":\"image/png\",\"size_bytes\":3,\"sha256\":\"ff\"}"),
                        (ObjectNode)
                                json(
                                        "{\"artifact_id\":\"a2\",\"artifact_type\":\"file\",\"size_bytes\":4,\"sha256\":\"ee\",\"name\":\"b.pdf\"}"));
    }

    @Test
    void aMessageOfWordsRefersToNothingAndOneOfManyPartsToTheFirst() throws Exception {
        assertThat(MessagePartArtifacts.of(Message.assistant("see"), List.of())).isEmpty();
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < MessagePartArtifacts.MOST + 1; i++) {
            many.append(i == 0 ? "" : ",").append("{\"type\":\"x\",\"sha256\":\"ff\",\"artifact_id\":\"a" + i + "\"}");
        }

        assertThat(MessagePartArtifacts.of(message("[" + many + "]"), Collections.emptyList()))
                .hasSize(MessagePartArtifacts.MOST);
    }

    private static Message message(String content) throws Exception {
        return new Message("assistant", null, json(content), null, null, null, null);
    }

    private static JsonNode json(String text) throws Exception {
        return ProtocolCodec.mapper().readTree(text);
    }
}
