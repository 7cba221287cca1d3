package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.ws.ScriptedMcp;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import io.smallrye.mutiny.Uni;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sessions with a server by streamable HTTP on a real socket, also with protocol violations. */
class HttpServerTest extends McpCase {
    private final ScriptedMcp mcp = new ScriptedMcp();

    @AfterEach
    void itStops() {
        mcp.close();
    }

    @Test
    void opensOneSessionAndSendsItsProtocolVersion() {
        McpClient client = client();
        for (int i = 0; i < 3; i++) {
            assertThat(call(client, "add", "{\"a\":1,\"b\":1}")
                            .at("/content/0/text")
                            .asText())
                    .isEqualTo("2");
        }

        assertThat(mcp.requests("initialize")).hasSize(1);
        assertThat(mcp.requests("initialize").getFirst().frame().path("params"))
                .isEqualTo(
                        tree(
                                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"agent-host\",\"version\":\"1\"}}"));
        assertThat(mcp.requests("notifications/initialized")).hasSize(1);
        assertThat(mcp.requests("tools/call")).allSatisfy(pending -> assertThat(pending.headers())
                .containsEntry("mcp-session-id", "session-1")
                .containsEntry("mcp-protocol-version", "2025-06-18")
                .containsEntry("accept", "application/json, text/event-stream"));
    }

    @Test
    void concurrentCallsOpenOneSession() {
        McpClient client = client();
        List<Uni<JsonNode>> pending = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pending.add(startCall(client, "add", "{\"a\":" + i + ",\"b\":0}"));
        }

        List<JsonNode> results = resultOf(Uni.join().all(pending).andFailFast());

        for (int i = 0; i < 20; i++) {
            assertThat(results.get(i).at("/content/0/text").asText()).isEqualTo("" + i);
        }
        assertThat(mcp.requests("initialize")).hasSize(1);
    }

    @Test
    void sendsNoSessionIdToAServerWithoutSessions() {
        mcp.hasSessions = false;

        assertThat(call(client(), "echo", "{\"text\":\"a\"}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("a");
        assertThat(mcp.requests("tools/call").getFirst().headers()).doesNotContainKey("mcp-session-id");
    }

    @Test
    void opensANewSessionAfter404() {
        McpClient client = client();
        call(client, "add", "{\"a\":1,\"b\":1}");
        mcp.sessions.clear();

        assertThat(call(client, "add", "{\"a\":2,\"b\":2}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("4");
        assertThat(mcp.requests("initialize")).hasSize(2);
        assertThat(mcp.requests("tools/call").getLast().headers()).containsEntry("mcp-session-id", "session-2");
    }

    /** The text of servers built with the official SDKs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bad Request: No valid session ID provided",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request: Server not initialized\"},\"id\":null}"
            })
    void opensANewSessionAfter400WithAnUnknownSession(String results) {
        McpClient client = client();
        call(client, "add", "{\"a\":1,\"b\":1}");
        mcp.unknownSession = 400;
        mcp.unknownSessionText = results;
        mcp.sessions.clear();

        assertThat(call(client, "add", "{\"a\":2,\"b\":2}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("4");
        assertThat(mcp.requests("initialize")).hasSize(2);
    }

    /** It may be about something else, so the call is not made again; the session is not clung to either. */
    @Test
    void theCallAfter400OpensANewSession() {
        McpClient client = client();
        call(client, "add", "{\"a\":1,\"b\":1}");
        mcp.unknownSession = 400;
        mcp.unknownSessionText = "";
        mcp.sessions.clear();

        assertThat(failed(startCall(client, "add", "{\"a\":2,\"b\":2}")).kind()).isEqualTo(Kind.REFUSED);
        assertThat(mcp.requests("tools/call")).hasSize(2);

        assertThat(call(client, "add", "{\"a\":3,\"b\":3}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("6");
        assertThat(mcp.requests("initialize")).hasSize(2);
    }

    /** The server accepted the session, so the call may have happened. */
    @ParameterizedTest
    @ValueSource(strings = {"The browser session of the user has expired", "{\"error\":\"Book a session first\"}"})
    void doesNotRetryA400AboutAnotherSession(String text) {
        mcp.calls.put("echo", (exchange, frame) -> ScriptedMcp.status(exchange, 400, text));

        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isEqualTo(Kind.REFUSED);
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotRetryAnIncompleteResponse(boolean streams) {
        mcp.calls.put("echo", (exchange, frame) -> {
            if (streams) {
                ScriptedMcp.stream(exchange, ": go\n\n");
            }
            exchange.close();
        });

        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isNotEqualTo(Kind.SESSION_GONE);
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stopsReadingAServerWithTooManyRequests(boolean streams) {
        mcp.streams = streams;
        mcp.calls.put("echo", (exchange, frame) -> {
            String serverRequest = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},";
            int times = frame.at("/params/arguments/times").asInt();
            mcp.frame(
                    exchange,
                    "[" + serverRequest.repeat(times) + "{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id")
                            + ",\"result\":{\"content\":[]}}]");
        });
        McpClient client = client();

        assertThat(call(client, "echo", "{\"times\":16}").has("content")).isTrue();
        await().untilAsserted(() -> assertThat(mcp.requests("answer")).hasSize(16));
        assertThat(failed(startCall(client, "echo", "{\"times\":20000}")).kind())
                .isEqualTo(Kind.UNREADABLE);

        await().untilAsserted(() -> assertThat(mcp.requests("answer")).hasSize(32));
        call(client, "echo", "{\"times\":0}");
        assertThat(mcp.requests("answer")).hasSize(32);
    }

    @Test
    void findsTheResponseInAStreamOfFrames() {
        mcp.calls.put("echo", (exchange, frame) -> {
            try (OutputStream out = ScriptedMcp.stream(exchange, ": hello\n\n")) {
                for (String data : List.of(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":\"p-1\",\"method\":\"ping\"}",
                        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}",
                        "no json",
                        "{\"jsonrpc\":\"2.0\",\"id\":99999,\"result\":{\"content\":[]}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id")
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"here\"}]}}")) {
                    out.write(
                            ("id: 1\r\nevent: message\r\ndata: " + data + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
                mcp.hang();
            }
        });

        assertThat(call(client(), "echo", "{}").at("/content/0/text").asText()).isEqualTo("here");
        await().untilAsserted(() -> assertThat(mcp.requests("answer")).hasSize(2));
        assertThat(mcp.requests("answer").stream().map(ScriptedMcp.ReceivedRequest::frame))
                .anySatisfy(frame ->
                        assertThat(frame).isEqualTo(tree("{\"jsonrpc\":\"2.0\",\"id\":\"p-1\",\"result\":{}}")))
                .anySatisfy(
                        frame -> assertThat(frame.at("/error/code").intValue()).isEqualTo(-32601));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no json",
                "[]",
                "{}",
                "7",
                "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"ID\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":ID}",
                "``"
            })
    void whatIsNoAnswerIsSaidToBeNone(String answer) {
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.frame(
                        exchange, answer.replace("ID", frame.path("id").asText())));

        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isEqualTo(Kind.UNREADABLE);

        mcp.streams = true;
        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(mcp.requests("tools/call")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stopsReadingALargeResponse(boolean streams) {
        mcp.calls.put("echo", (exchange, frame) -> {
            if (!streams) {
                mcp.respond(exchange, frame, ScriptedMcp.textResult("x".repeat(McpSession.MOST + 1), ""));
                return;
            }
            OutputStream out = ScriptedMcp.stream(exchange, ": go\n\n");
            byte[] event = ("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"x\":\""
                            + "x".repeat(8_000) + "\"}}\n\n")
                    .getBytes(StandardCharsets.UTF_8);
            while (true) {
                out.write(event);
                out.flush();
            }
        });

        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(call(client(), "add", "{\"a\":1,\"b\":1}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("2");
    }

    @Test
    void cancelsARequestWithoutAResponse() {
        mcp.calls.put("echo", (exchange, frame) -> mcp.hang());

        McpException why = failed(client().call(
                        "echo", dev.agenthost.protocol.error.Fields.object(null), Duration.ofMillis(300), () -> true));

        assertThat(why.kind()).isEqualTo(Kind.TOO_LATE);
        await().untilAsserted(() ->
                assertThat(mcp.requests("notifications/cancelled")).hasSize(1));
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"400,REFUSED", "401,REFUSED", "404,SESSION_GONE", "500,REFUSED", "307,REFUSED", "202,UNREADABLE"})
    void reportsAStatusWithoutRedirectsOrRetries(int status, String kind) {
        mcp.calls.put("echo", (exchange, frame) -> {
            exchange.getResponseHeaders().add("Location", mcp.url());
            ScriptedMcp.status(exchange, status, "no: sk-abcdefghij");
        });

        McpException why = failed(startCall(client(), "echo", "{}"));

        assertThat(why.kind().name()).isEqualTo(kind);
        assertThat(why.why()).doesNotContain("abcdefghij");
        assertThat(mcp.requests("tools/call")).hasSize(status == 404 ? 2 : 1);
    }

    @Test
    void reportsTheFailureTextOfTheServer() {
        mcp.calls.put("echo", (exchange, frame) -> mcp.error(exchange, frame, -32000, "disk full"));

        McpException why = failed(startCall(client(), "echo", "{}"));

        assertThat(why.kind()).isEqualTo(Kind.FAILED);
        assertThat(why.why()).contains("-32000").contains("disk full");
        assertThat(failed(startCall(client(), "nothing", "{}")).kind()).isEqualTo(Kind.WRONG_ARGUMENTS);
    }

    @Test
    void refusesAnUnsupportedProtocolVersion() {
        mcp.version = "1999-01-01";

        assertThat(failed(startCall(client(), "echo", "{}")).kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(mcp.requests("tools/call")).isEmpty();
    }

    @Test
    void pausesAfterAFailure() {
        McpClient client = client();
        mcp.isAway = true;
        assertThat(failed(startCall(client, "echo", "{}")).kind()).isEqualTo(Kind.REFUSED);
        int pending = mcp.requests.size();
        mcp.isAway = false;

        assertThat(failed(startCall(client, "echo", "{}")).kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(mcp.requests).hasSize(pending);

        passes(Duration.ofSeconds(2));
        assertThat(call(client, "echo", "{\"text\":\"b\"}")
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("b");
    }

    @Test
    void limitsTheServersOfOneWorkspace() {
        for (int i = 0; i < McpClients.MOST_OF_ONE; i++) {
            clients().of(of("ws-1", "s-" + i));
        }

        assertThat(clients().of(of("ws-1", "s-0"))).isNotNull();
        assertThatThrownBy(() -> clients().of(of("ws-1", "one-more")))
                .isInstanceOfSatisfying(
                        McpException.class, why -> assertThat(why.kind()).isEqualTo(Kind.BUSY));
        assertThat(clients().of(of("ws-2", "s-0"))).isNotNull();
    }

    private McpServer of(String workspace, String id) {
        return new McpServer(workspace, id, new McpServer.Reach.Http(mcp.url(), List.of()), null, true, 1);
    }

    @Test
    void doesNotCallForARunThatThisReplicaDoesNotOwn() {
        McpClient client = client();
        call(client, "add", "{\"a\":1,\"b\":1}");

        assertThat(failed(client.call("add", dev.agenthost.protocol.error.Fields.object(null), LIMIT, () -> false))
                        .kind())
                .isEqualTo(Kind.NOT_OURS);
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @Test
    void aChangedServerGetsANewClient() {
        McpClient before = client();
        call(before, "add", "{\"a\":1,\"b\":1}");
        McpClient after = clients().of(http(mcp.url()).withVersion(2));

        assertThat(after)
                .isNotSameAs(before)
                .isSameAs(clients().of(http(mcp.url()).withVersion(2)));
        assertThat(failed(startCall(before, "add", "{\"a\":1,\"b\":1}")).kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(call(after, "add", "{\"a\":1,\"b\":1}").at("/content/0/text").asText())
                .isEqualTo("2");
    }

    @Test
    void closesIdleClients() {
        McpClient before = client();
        call(before, "add", "{\"a\":1,\"b\":1}");
        clients().tick();
        assertThat(client()).isSameAs(before);

        passes(Duration.ofMinutes(11));
        clients().tick();

        assertThat(client()).isNotSameAs(before);
    }

    private McpClient client() {
        return clients().of(http(mcp.url()));
    }

    private static JsonNode tree(String text) {
        return dev.agenthost.testkit.plugin.ScriptedPlugin.tree(text);
    }
}
