package dev.agenthost.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command as it is typed, against an installation that answers as event-gateway does. */
class DlqCommandTest {
    private static final String LETTER = """
            {"position":"agent.events.dlq/0@5","time":"2026-11-21T10:00:00.125Z","reason":"undecodable","detail":"$ is no JSON",
             "origin":"agent.events/3@42","size":7,"status":"open","redrive_count":1""";

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private HttpServer server;
    private int status = 200;

    private record Result(int answer, String out, String err) {}

    @BeforeEach
    void listen() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = answers.getOrDefault(exchange.getRequestURI().toString(), "{\"detail\":\"Refused.\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void countsByTopicAndReason() {
        answers.put("/api/v1/dead-letters", """
                {"items":[{"topic":"agent.events.dlq","reason":"undecodable","records":3,"open":2,"started":0,"redriven":1,
                  "oldest":"2026-11-21T10:00:00.125Z","newest":"2026-11-21T11:30:00Z"}],"incomplete_topics":["agent.audit.dlq"]}""");

        var said = type("dlq", "list");

        assertThat(said.answer()).isZero();
        assertThat(said.out())
                .containsPattern(
                        "agent.events.dlq +undecodable +3 +2 +0 +1 +2026-11-21T10:00:00Z +2026-11-21T11:30:00Z")
                .contains("Of agent.audit.dlq only the newest records are counted.");
        answers.put("/api/v1/dead-letters", "{\"items\":[],\"incomplete_topics\":[]}");
        assertThat(type("dlq", "list").out()).contains("There are no dead letters.");
    }

    @Test
    void listsATopicPageByPage() {
        answers.put(
                "/api/v1/dead-letters/agent.events.dlq?limit=2&reason=undecodable",
                "{\"items\":[" + LETTER + "}],\"next_cursor\":\"0@5\"}");
        answers.put(
                "/api/v1/dead-letters/agent.events.dlq?limit=1&reason=undecodable&cursor=0%405",
                "{\"items\":[" + LETTER.replace("0@5", "0@4") + "}]}");

        var said = type("dlq", "list", "agent.events.dlq", "--reason", "undecodable", "--limit", "2");

        assertThat(said.answer()).isZero();
        assertThat(said.out())
                .containsPattern("agent.events.dlq/0@5 +undecodable +open +7 +1 +2026-11-21T10:00:00Z +\\$ is no JSON")
                .contains("agent.events.dlq/0@4")
                .doesNotContain("There are more");
    }

    @Test
    void showsOneWithoutLettingItActOnTheTerminal() {
        answers.put(
                "/api/v1/dead-letters/agent.events.dlq/0/5",
                LETTER
                        + ",\"headers\":[{\"name\":\"ce_id\",\"value\":\"e1\"}],\"key\":\"k\",\"value_format\":\"text\",\"value\":\"no \\u001b[2J json\",\"value_truncated\":false}");

        var said = type("dlq", "show", "agent.events.dlq/0@5");

        assertThat(said.answer()).isZero();
        assertThat(said.out())
                .containsPattern("origin +agent.events/3@42")
                .contains("header         ce_id: e1", "7 bytes as text", "no \uFFFD[2J json")
                .doesNotContain("\u001b");
        var wrong = type("dlq", "show", "5");
        assertThat(wrong.answer()).isEqualTo(1);
        assertThat(wrong.err()).contains("5 is no position");
    }

    @Test
    void redrivesOnlyWithYes() {
        String path = "/api/v1/dead-letters/agent.events.dlq/redrive";
        answers.put(path, """
                {"topic":"agent.events.dlq","dry_run":true,"redriven":0,"more":true,"items":[{"position":"agent.events.dlq/0@5",
                  "reason":"undecodable","origin":"agent.events/3@42","outcome":"planned","redrive_count":1}]}""");

        var shown = type("dlq", "redrive", "agent.events.dlq", "0@5-9", "--reason", "undecodable");
        assertThat(asked.getLast())
                .isEqualTo("POST " + path + " {\"dry_run\":true,\"reason\":\"undecodable\",\"positions\":[\"0@5-9\"]}");
        assertThat(shown.out())
                .containsPattern("agent.events.dlq/0@5 +undecodable +planned +1 +agent.events/3")
                .contains("Nothing was redriven. To redrive these, add --yes", "There are more");

        type("dlq", "redrive", "agent.events.dlq", "--yes", "--dry-run");
        assertThat(asked.getLast()).endsWith("{\"dry_run\":true}");
        answers.put(
                path,
                answers.get(path)
                        .replace(
                                "\"redriven\":0,\"more\":true", "\"redriven\":1,\"more\":false,\"redrive_id\":\"r1\""));
        var done = type("dlq", "redrive", "agent.events.dlq", "--yes");
        assertThat(asked.getLast()).endsWith("{\"dry_run\":false}");
        assertThat(done.out()).contains("1 redriven, redrive r1").doesNotContain("--yes", "There are more");
    }

    @Test
    void answersJsonAndRefusals() {
        answers.put("/api/v1/dead-letters", "{\"items\":[],\"incomplete_topics\":[]}");
        assertThat(type("dlq", "list", "--json").out()).contains("\"incomplete_topics\"");

        status = 503;
        var refused = type("dlq", "list", "agent.audit.dlq");
        assertThat(refused.answer()).isEqualTo(1);
        assertThat(refused.err()).contains("Refused.");
    }

    private Result type(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--url", "http://127.0.0.1:" + server.getAddress().getPort(), "--key", "k"));
        var out = new StringWriter();
        var err = new StringWriter();
        int answer = new CommandLine(new AgentHost())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(answer, out.toString(), err.toString());
    }
}
