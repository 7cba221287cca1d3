package dev.agenthost.local.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.InteractionRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests against a server that answers as the documentation of run-orchestrator says. */
class QuestionClientTest {
    private static final String RUNS = "/api/v1/runs?bot_id=planner&conversation_id=a%20b&code=waiting";
    private static final String ASKED = """
            {"request":{"interaction_id":"g.send","kind":"confirmation","title":"May it be sent?","fields":[
              {"id":"count","label":"How many","type":"number"},{"id":"sure","label":"Sure","type":"boolean"},
              {"id":"to","label":"To","type":"multiselect","options":[{"value":"ada","label":"Ada"},{"value":"bob","label":"Bob"}]}],
              "actions":[{"id":"approve","label":"Approve","style":"primary"}],"expires_at":9999999999,"fallback_text":"Sent?"},
             "token":"t-1","actor_ids":["ada"]%s}""";

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private HttpServer server;
    private QuestionClient questions;
    private int status = 200;

    @BeforeEach
    void listen() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = answers.getOrDefault(exchange.getRequestURI().toString(), "{\"detail\":\"It has expired.\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        URI frontDoor = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        questions =
                new QuestionClient(new ApiClient(HttpClient.newHttpClient(), frontDoor, "k", Duration.ofSeconds(10)));
        answers.put(
                RUNS,
                "{\"items\":[{\"run_id\":\"r-3\",\"status\":\"cancelled\"},{\"run_id\":\"r-2\"},{\"run_id\":\"r-1\"}]}");
        answers.put(RUNS.replace("code=waiting", "status=running"), "{\"items\":[]}");
        answers.put("/api/v1/runs/r-3/interactions", "{\"items\":[" + ASKED.formatted("") + "]}");
        answers.put(
                "/api/v1/runs/r-2/interactions",
                "{\"items\":[" + ASKED.formatted("").replace("9999999999", "1700000000") + "]}");
        answers.put(
                "/api/v1/runs/r-1/interactions",
                "{\"items\":[" + ASKED.formatted(",\"response\":{}").replace("g.send", "g.old") + ","
                        + ASKED.formatted("") + "]}");
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void listsTheQuestionThatWasAskedFirstFirst() throws Exception {
        answers.put(
                "/api/v1/runs/r-2/interactions",
                "{\"items\":[" + ASKED.formatted("").replace("g.send", "h.a") + ","
                        + ASKED.formatted("").replace("g.send", "h.b") + "]}");

        assertThat(questions.open("planner", "a b"))
                .extracting(OpenQuestion::id)
                .containsExactly("g.send", "h.a", "h.b");
    }

    @Test
    void listsTheQuestionOfARunThatGoesOn() throws Exception {
        answers.put(RUNS.replace("code=waiting", "status=running"), "{\"items\":[{\"run_id\":\"r-4\"}]}");
        answers.put(
                "/api/v1/runs/r-4/interactions",
                "{\"items\":[" + ASKED.formatted("").replace("g.send", "h.now") + "]}");

        assertThat(questions.open("planner", "a b"))
                .extracting(OpenQuestion::id)
                .containsExactly("g.send", "h.now");
    }

    @Test
    void listsTheQuestionsThatCanBeRespondedTo() throws Exception {
        List<OpenQuestion> open = questions.open("planner", "a b");

        assertThat(open).hasSize(1);
        assertThat(open.getFirst().runId()).isEqualTo("r-1");
        assertThat(open.getFirst().actors()).containsExactly("ada");
        assertThat(open.getFirst().lines()).isEqualTo("""
                        g.send
                        May it be sent?
                          field   count: How many (number)
                          field   sure: Sure (boolean)
                          field   to: To (multiselect: ada = Ada, bob = Bob)
                          button  approve: Approve
                        """);
    }

    @Test
    void respondsWithValuesOfTheTypesOfTheFields() throws Exception {
        OpenQuestion question = questions.open("planner", "a b").getFirst();
        answers.put("/api/v1/runs/r-1/interactions/g.send", "{\"run_id\":\"r-3\"}");
        Map<String, String> values = new LinkedHashMap<>();
        values.put("count", "2.5");
        values.put("sure", "true");
        values.put("to", "ada, bob");

        URI stream = questions.respond(question, "approve", values, "ada");

        assertThat(stream.getPath()).isEqualTo("/api/v1/runs/r-3/stream");
        assertThat(asked.getLast())
                .isEqualTo(
                        "POST /api/v1/runs/r-1/interactions/g.send Bearer k {\"token\":\"t-1\",\"action_id\":\"approve\","
                                + "\"actor_id\":\"ada\",\"values\":{\"count\":2.5,\"sure\":true,\"to\":[\"ada\",\"bob\"]}}");
    }

    @Test
    void aButtonIsNamedByItsIdOrByALabelThatNoOtherHas() throws Exception {
        OpenQuestion question = choice("{'id':'choice_1','label':'a'},{'id':'choice_2','label':'Bob '},"
                + "{'id':'a2','label':'same'},{'id':'a3','label':'Same'},{'id':'b','label':'choice_1'}");
        assertThat(question.button("A")).contains("choice_1");
        assertThat(question.button("bob")).contains("choice_2");
        assertThat(question.button("choice_1")).contains("choice_1");
        assertThat(question.button("same")).isEmpty();
        assertThat(question.button("c")).isEmpty();
        assertThat(question.buttons()).startsWith("choice_1 (a), choice_2 (Bob ), a2 (same)");
    }

    @Test
    void requiredFieldsWithoutAValueAreMissing() throws Exception {
        OpenQuestion question = choice("{'id':'send','label':'Send'}");
        assertThat(question.missing(Map.of())).containsExactly("name");
        assertThat(question.missing(Map.of("name", " "))).containsExactly("name");
        assertThat(question.missing(Map.of("name", "Ada"))).isEmpty();
    }

    @Test
    void theViewsAreThoseOfTheConversation() throws Exception {
        answers.put(
                "/api/v1/projections?bot_id=planner&conversation_id=a%20b",
                "{\"items\":[{\"event_id\":\"e\",\"projection\":{\"run_id\":\"g\"}}]}");
        assertThat(questions.views("planner", "a b"))
                .extracting(view -> view.path("run_id").asText())
                .containsExactly("g");
    }

    private static OpenQuestion choice(String buttons) throws Exception {
        String json = "{'interaction_id':'q','title':'Who?','fallback_text':'Who?','actions':[" + buttons
                + "],'fields':[{'id':'name','label':'Name','type':'text','required':true},"
                + "{'id':'note','label':'Note','type':'text'}]}";
        return new OpenQuestion(
                "r", InteractionRequest.read(ProtocolCodec.readTree(json.replace('\'', '"'))), "t", List.of());
    }

    @Test
    void aRefusalHasTheWordsOfTheHost() throws Exception {
        OpenQuestion question = questions.open("planner", "a b").getFirst();
        status = 410;

        assertThatThrownBy(() -> questions.respond(question, "approve", Map.of(), null))
                .isInstanceOf(IOException.class)
                .hasMessage("Refused with status 410: It has expired.");
    }
}
