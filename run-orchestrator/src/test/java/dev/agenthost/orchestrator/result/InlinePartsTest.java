package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class InlinePartsTest {
    @Test
    void findsBytesOfEveryFormAndNothingElse() throws Exception {
        Message message = message("""
                [{"type":"text","text":"data:text/plain;base64,QUJD"},
                 {"type":"image_base64","image_base64":"data:image/png;base64,QUJD"},
                 {"type":"image_base64","image_base64":"QUJD"},
                 {"type":"file_base64","file_base64":"QU\\r\\nJD\\n","file_name":"a.pdf"},
                 {"type":"image_url","image_url":{"url":"DATA:image/gif;q=1;BASE64,QUJD"}},
                 {"type":"file_url","file_url":"data:;base64,QUJD"},
                 {"type":"image_url","image_url":{"url":"https://x.example/y;base64,z"}},
                 {"type":"image_url","image_url":{"url":"data:text/plain,hello"}},
                 {"type":"image_base64","image_base64":""},
                 {"type":"image_base64","image_base64":"data:image/png;base64,"},
                 {"type":"image_base64","image_base64":7},
                 {"type":"image_base64"}]
                """);

        assertThat(InlineParts.of(message))
                .containsExactly(
                        new InlinePart(1, "image", "QUJD", "image/png", null),
                        new InlinePart(2, "image", "QUJD", null, null),
                        new InlinePart(3, "file", "QUJD", null, "a.pdf"),
                        new InlinePart(4, "image", "QUJD", "image/gif", null),
                        new InlinePart(5, "file", "QUJD", null, null));
        assertThat(InlineParts.areIn(message)).isTrue();
    }

    @Test
    void aMessageOfWordsHasNone() {
        assertThat(InlineParts.areIn(null)).isFalse();
        assertThat(InlineParts.areIn(Message.assistant("data:image/png;base64,QUJD")))
                .isFalse();
        assertThat(InlineParts.areIn(new Message("assistant", null, null, null, null, null, null)))
                .isFalse();
    }

    @Test
    void whatWasKeptIsNamedBesideItsBytesAndWhatWasNotHasNoBytes() throws Exception {
        Message message = message("""
                [{"type":"text","text":"see"},
                 {"type":"image_base64","image_base64":"QUJD","artifact_id":"another's","sha256":"0"},
                 {"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"},"alt":"b"},
                 {"type":"file_base64","file_base64":"QUJD","artifact_id":"another's"}]
                """);

        Message told = InlineParts.with(
                message,
                InlineParts.of(message),
                List.of(
                        new PartOutcome.Stored(artifact()),
                        new PartOutcome.Withheld("payload_too_large"),
                        new PartOutcome.Unasked()));

        assertThat(told.content().toString()).isEqualTo(json("""
                [{"type":"text","text":"see"},
                 {"type":"image_base64","image_base64":"QUJD","artifact_id":"a-1","mime_type":"image/png","size_bytes":3,"sha256":"ff"},
                 {"type":"image_url","alt":"b","omitted":"payload_too_large"},
                 {"type":"file_base64","file_base64":"QUJD"}]
                """).toString());
        assertThat(message.content().at("/1/artifact_id").asText())
                .as("the one before is as it was")
                .isEqualTo("another's");
        assertThatThrownBy(() -> InlineParts.with(message, InlineParts.of(message), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ArtifactMetadata artifact() throws Exception {
        return ProtocolCodec.mapper().readValue("""
                        {"artifact_id":"a-1","artifact_type":"image","mime_type":"image/png","size_bytes":3,"sha256":"ff","source":"runner"}
                        """, ArtifactMetadata.class);
    }

    private static Message message(String content) throws Exception {
        return new Message("assistant", null, json(content), null, null, null, null);
    }

    private static JsonNode json(String text) throws Exception {
        return ProtocolCodec.mapper().readTree(text);
    }
}
