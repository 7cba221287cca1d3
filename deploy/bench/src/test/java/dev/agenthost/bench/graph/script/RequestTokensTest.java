package dev.agenthost.bench.graph.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.json.ProtocolCodec;
import org.junit.jupiter.api.Test;

class RequestTokensTest {
    @Test
    void countsTextsCallsAndTools() throws Exception {
        var request = ProtocolCodec.mapper().readTree("""
                {"messages": [
                  {"role": "user", "content": "123456"},
                  {"role": "user", "content": [{"type": "text", "text": "1234"}]},
                  {"role": "assistant", "content": null, "tool_calls": [{"function": {"name": "ab", "arguments": "{}"}}]}],
                 "tools": [{"type": "function", "function": {"name": "x"}}]}
                """);
        // {"name":"x"} has 12 bytes.
        assertThat(RequestTokens.shown(request)).isEqualTo(2 + 2 + 2 + 4);
    }

    @Test
    void countsBytesAndNotCharacters() throws Exception {
        assertThat(RequestTokens.ofMessage(ProtocolCodec.mapper().readTree("{\"content\": \"€€\"}")))
                .isEqualTo(2);
    }
}
