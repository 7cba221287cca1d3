package dev.agenthost.sdk.harness.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.sdk.harness.Contexts;
import dev.agenthost.sdk.harness.McpEndpoint;
import dev.agenthost.sdk.harness.ScriptedRun;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the server of runs' tools, over real sockets. */
class RunMcpServerTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private RunMcpServer server;
    private RunMcpServer.Open run;

    @BeforeEach
    void start() throws IOException {
        server = RunMcpServer.start();
        run = server.open(mcp("r1"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersCallersWithTheTokenOfTheRun() throws Exception {
        HttpResponse<String> answer = send(post(run.endpoint(), PING));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void aTokenOpensItsOwnRunAndNoOther() throws Exception {
        RunMcpServer.Open other = server.open(mcp("r2"));
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_current_event\"}}";

        assertThat(send(post(run.endpoint(), call)).body()).contains("r1").doesNotContain("r2");
        assertThat(send(post(other.endpoint(), call)).body()).contains("r2").doesNotContain("r1");
    }

    @Test
    void theTokenOfAnEndedRunIsInvalid() throws Exception {
        run.close();

        assertThat(send(post(run.endpoint(), PING)).statusCode()).isEqualTo(401);
    }

    @Test
    void tokensAreLongAndNeverTheSame() {
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            try (RunMcpServer.Open open = server.open(mcp("r"))) {
                assertThat(open.endpoint().token()).matches("[A-Za-z0-9_-]{43}");
                tokens.add(open.endpoint().token());
            }
        }
        assertThat(tokens).hasSize(100);
    }

    @Test
    void requestsWithoutTheTokenAreRefused() throws Exception {
        String token = run.endpoint().token();
        for (String wrong :
                List.of("", "Bearer", "Bearer ", "Bearer x", "Basic " + token, token, "Bearer " + token + "x")) {
            assertThat(send(request(PING).header("Authorization", wrong)).statusCode())
                    .as(wrong)
                    .isEqualTo(401);
        }
        assertThat(send(request(PING)).statusCode()).isEqualTo(401);
    }

    @Test
    void aRequestOfAWebPageIsRefusedFirst() throws Exception {
        for (String origin :
                List.of("https://evil.example", "http://127.0.0.1.evil.example", "null", "http://evil.example:80")) {
            assertThat(send(post(run.endpoint(), PING).header("Origin", origin)).statusCode())
                    .as(origin)
                    .isEqualTo(403);
        }
        assertThat(send(post(run.endpoint(), PING).header("Origin", "http://localhost:3000"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void anotherNameForThisMachineIsRefused() throws Exception {
        int port = run.endpoint().url().getPort();
        for (String host : List.of("evil.example", "evil.example:" + port, "127.0.0.1:" + (port + 1), "127.0.0.1")) {
            assertThat(raw(host)).as(host).startsWith("HTTP/1.1 403");
        }
        assertThat(raw("127.0.0.1:" + port)).startsWith("HTTP/1.1 200");
        assertThat(raw("localhost:" + port)).startsWith("HTTP/1.1 200");
    }

    @Test
    void itListensOnThisMachineOnly() {
        assertThat(run.endpoint().url().getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    void acceptsOnlyJsonPostsAtItsPath() throws Exception {
        assertThat(send(authorized(HttpRequest.newBuilder(run.endpoint().url())).GET())
                        .statusCode())
                .isEqualTo(405);
        assertThat(send(authorized(HttpRequest.newBuilder(run.endpoint().url())).DELETE())
                        .statusCode())
                .isEqualTo(405);
        URI elsewhere = run.endpoint().url().resolve("/mcp/more");
        assertThat(send(authorized(HttpRequest.newBuilder(elsewhere)).GET()).statusCode())
                .isEqualTo(404);
        assertThat(send(authorized(HttpRequest.newBuilder(run.endpoint().url()))
                                .POST(HttpRequest.BodyPublishers.ofString(PING))
                                .header("Content-Type", "text/plain"))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(post(run.endpoint(), PING).header("MCP-Protocol-Version", "1900-01-01"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(send(post(run.endpoint(), PING).header("MCP-Protocol-Version", "2025-06-18"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aTooLargeRequestIsNotReadToItsEnd() throws Exception {
        String large = " ".repeat(RunMcpServer.LARGEST_BODY + 1);

        assertThat(send(post(run.endpoint(), large)).statusCode()).isEqualTo(413);
    }

    @Test
    void badJsonAndBatchesAreErrorsAndNotificationsAreAccepted() throws Exception {
        HttpResponse<String> bad = send(post(run.endpoint(), "{"));
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.body()).contains("-32700");
        assertThat(send(post(run.endpoint(), "[" + PING + "]")).body()).contains("-32600");
        HttpResponse<String> taken =
                send(post(run.endpoint(), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        assertThat(taken.statusCode()).isEqualTo(202);
        assertThat(taken.body()).isEmpty();
    }

    private static RunMcp mcp(String runId) {
        ScriptedRun run = new ScriptedRun();
        return new RunMcp(RunTools.of(Contexts.context(Contexts.rich().put("run_id", runId)), run, run));
    }

    private HttpRequest.Builder request(String body) {
        return HttpRequest.newBuilder(run.endpoint().url())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder post(McpEndpoint endpoint, String body) {
        return HttpRequest.newBuilder(endpoint.url())
                .header("Authorization", endpoint.authorization())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder authorized(HttpRequest.Builder request) {
        return request.header("Authorization", run.endpoint().authorization());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The JDK's client sets the Host header by itself. */
    private String raw(String host) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", run.endpoint().url().getPort())) {
            String head = "POST /mcp HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: "
                    + run.endpoint().authorization() + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + PING.length() + "\r\nConnection: close\r\n\r\n" + PING;
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
