package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import org.junit.jupiter.api.Test;

class RedactionTest {
    @Test
    void removesInlineBytesAtEveryDepthAndMarksIt() throws Exception {
        JsonNode redacted = Redaction.of(json("""
                {"message":{"role":"assistant","content":[
                    {"type":"text","text":"see"},
                    {"type":"image_base64","image_base64":"AAAA"},
                    {"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
                 "content_base64":"AAAA",
                 "attachments":[{"artifact_id":"a1","name":"x.png","content":"AAAA"}]}
                """));

        assertThat(redacted).isEqualTo(json("""
                                {"message":{"role":"assistant","content":[
                                    {"type":"text","text":"see"},
                                    {"type":"image_base64"},
                                    {"type":"image_url","image_url":{}}]},
                                 "attachments":[{"artifact_id":"a1","name":"x.png"}],
                                 "content_redacted":true}
                                """));
    }

    @Test
    void removesSecretsOfResultsByNameAtEveryDepth() throws Exception {
        JsonNode document = json("""
                {"tool_name":"fetch","parameters":{"url":"https://x.example","api_key":"k","headers":[{"Authorization":"Bearer b"}],
                    "pin":1234,"pass":true,"max_tokens":5,"password":null,"credentials":{"user":"u"}}}
                """);

        assertThat((JsonNode) Redaction.ofResult(document)).isEqualTo(json("""
                        {"tool_name":"fetch","parameters":{"url":"https://x.example","headers":[{}],
                            "pass":true,"max_tokens":5,"password":null},"content_redacted":true}
                        """));
        assertThat((JsonNode) Redaction.of(document)).isEqualTo(document);
    }

    @Test
    void removesBytesInTextsAndMarksIt() throws Exception {
        String address = "data:image/png;base64," + "A".repeat(64);

        assertThat((JsonNode) Redaction.of(json(
                        "{\"message\":{\"content\":\"see ![x](" + address + ")\"},\"list\":[\"" + address + "\"]}")))
                .isEqualTo(json("{\"message\":{\"content\":\"see ![x](data:image/png;base64,[48 bytes])\"},"
                        + "\"list\":[\"data:image/png;base64,[48 bytes]\"],\"content_redacted\":true}"));
    }

    @Test
    void leavesEverythingElseUnchanged() throws Exception {
        JsonNode plain = json("""
                {"text":"data: base64, they said","content":"hi","numbers":[1,2.50,null,true],"url":"https://x/y;base64,z"}
                """);

        assertThat((JsonNode) Redaction.of(plain)).isEqualTo(plain);
    }

    private static JsonNode json(String text) throws Exception {
        return ProtocolCodec.mapper().readTree(text);
    }
}
