package dev.agenthost.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class JsonDepthTest {
    @Test
    void aScalarLiesAtNoDepth() throws UndecodableException {
        assertThat(JsonDepth.exceeds(json("7"), 0)).isFalse();
    }

    @Test
    void everyObjectAndListIsALevel() throws UndecodableException {
        for (String three : new String[] {"[[[]]]", "{\"a\":[{}]}", "{\"b\":1,\"a\":{\"c\":[1]}}"}) {
            assertThat(JsonDepth.exceeds(json(three), 2)).as(three).isTrue();
            assertThat(JsonDepth.exceeds(json(three), 3)).as(three).isFalse();
        }
    }

    private static JsonNode json(String text) throws UndecodableException {
        return ProtocolCodec.readTree(text);
    }
}
