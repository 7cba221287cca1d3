package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.model.jtokkit.JtokkitTokenCounter;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenCountInputTest {
    private final JtokkitTokenCounter counter = new JtokkitTokenCounter();

    /** The example of OpenAI's cookbook, whose answer its API gave: 129 prompt tokens for gpt-4. */
    @Test
    void countsAsOpenAiDoes() throws Exception {
        assertThat(count("gpt-4", """
                {"messages":[
                {"role":"system","content":"You are a helpful, pattern-following assistant that translates corporate jargon into plain English."},
                {"role":"system","name":"example_user","content":"New synergies will help drive top-line growth."},
                {"role":"system","name":"example_assistant","content":"Things working well together will increase revenue."},
                {"role":"system","name":"example_user","content":"Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage."},
                {"role":"system","name":"example_assistant","content":"Let's talk later when we're less busy about how to do better."},
                {"role":"user","content":"This late pivot means we don't have time to boil the ocean for the client deliverable."}]}""")).isEqualTo(129);
    }

    @Test
    void estimatesTheTokensOfAnUnknownModel() throws Exception {
        assertThat(count("qwen3-next", "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"))
                .isEqualTo(3 + 3 + 1 + 1);
    }

    @Test
    void countsImagesCallsAndTools() throws Exception {
        JsonNode request = ProtocolCodec.readTree("""
                {"messages":[{"role":"user","name":"ada","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:x"}}]},
                {"role":"assistant","content":null,"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}],
                "tools":[{"type":"function","function":{"name":"f"}}]}""");
        assertThat(TokenCountInput.of(request))
                .isEqualTo(new TokenCountInput(
                        List.of("user", "ada", "look", "assistant", "f", "{}", "{\"name\":\"f\"}"),
                        3 + 3 + 1 + 85 + 3));
    }

    private int count(String model, String request) throws Exception {
        return counter.count("ws-1", model, (ObjectNode) ProtocolCodec.readTree(request))
                .await()
                .atMost(Duration.ofSeconds(60));
    }
}
