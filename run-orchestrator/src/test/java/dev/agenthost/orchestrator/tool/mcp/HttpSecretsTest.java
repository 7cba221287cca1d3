package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.ws.ScriptedMcp;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the use and the redaction of secrets by streamable HTTP, and the cases without any call. */
class HttpSecretsTest extends McpCase {
    private final ScriptedMcp mcp = new ScriptedMcp();

    @AfterEach
    void itStops() {
        mcp.close();
    }

    @Test
    void sendsASecretInItsHeaderAndRedactsIt() {
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.respond(exchange, frame, ScriptedMcp.textResult("your key is " + SECRET, "")));
        McpClient client = clients()
                .of(http(
                        mcp.url(),
                        new McpServer.Header("Authorization", "KEY", "Bearer"),
                        new McpServer.Header("X-Key", "KEY", null)));

        JsonNode result = call(client, "echo", "{}");

        assertThat(result.toString()).doesNotContain(SECRET).contains("your key is …");
        assertThat(mcp.requests("tools/call").getFirst().headers())
                .containsEntry("authorization", "Bearer " + SECRET)
                .containsEntry("x-key", SECRET);
    }

    /** As JSON may spell any character. */
    @Test
    void redactsAnEscapedSecret() {
        String spelled = SECRET.replace("o", "\\u006f").replace("-", "\\u002D");
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.respond(
                        exchange,
                        frame,
                        "{\"content\":[{\"type\":\"text\",\"text\":\"it is " + spelled
                                + "\"}],\"structuredContent\":{\"" + spelled + "\":1}}"));
        mcp.calls.put("no", (exchange, frame) -> mcp.error(exchange, frame, -32000, "not " + spelled));
        mcp.calls.put(
                "status", (exchange, frame) -> ScriptedMcp.status(exchange, 403, "{\"why\":\"not " + spelled + "\"}"));
        McpClient client = clients().of(http(mcp.url(), new McpServer.Header("X-Key", "KEY", null)));

        JsonNode result = call(client, "echo", "{}");

        assertThat(result.at("/content/0/text").asText()).isEqualTo("it is …");
        assertThat(result.at("/structuredContent/…").intValue()).isEqualTo(1);
        assertThat(failed(startCall(client, "no", "{}")).why()).endsWith("not …");
        assertThat(failed(startCall(client, "status", "{}")).why())
                .contains("not …")
                .doesNotContain("u006f");
    }

    @Test
    void reportsAMissingSecretAndSendsNothing() {
        McpClient client = clients().of(http(mcp.url(), new McpServer.Header("X", "NO_SUCH", null)));

        McpException why = failed(startCall(client, "echo", "{}"));

        assertThat(why.kind()).isEqualTo(Kind.MISCONFIGURED);
        assertThat(why.why()).contains("NO_SUCH");
        assertThat(mcp.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest",
                "http://10.0.0.1/mcp",
                "http://[::1]:PORT/mcp",
                "http://localhost.:PORT/mcp",
                "http://0x7f000001:PORT/mcp"
            })
    void anAddressInsideIsNotCalled(String url) {
        String port = mcp.url().replaceAll(".*:(\\d+)/.*", "$1");

        McpException why = failed(startCall(clients().of(http(url.replace("PORT", port))), "echo", "{}"));

        assertThat(why.kind()).isEqualTo(Kind.MISCONFIGURED);
        assertThat(mcp.requests).isEmpty();
    }

    private McpClient client() {
        return clients().of(http(mcp.url()));
    }
}
