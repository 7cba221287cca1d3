package dev.agenthost.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedModelTest {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<ObjectNode> asked = new ArrayList<>();
    private ScriptedModel model;

    @BeforeEach
    void start() throws Exception {
        model = new ScriptedModel(0, asked::add);
    }

    @AfterEach
    void stop() {
        model.close();
    }

    @Test
    void saysWhatItWasToldLastAndBefore() throws Exception {
        JsonNode first = completion("""
                {"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"one"}]}""");
        assertThat(first.at("/choices/0/message/content").asText()).startsWith("You said: “one”. (I am the scripted");
        JsonNode third = completion("""
                {"messages":[{"role":"user","content":"one"},{"role":"assistant","content":"x"},{"role":"user","content":"two"},
                {"role":"user","content":[{"type":"text","text":"three"},{"type":"image_url"}]}]}""");
        assertThat(third.at("/choices/0/message/content").asText())
                .isEqualTo("You said: “three [image_url]”. Before that: “two”, “one”.");
        assertThat(asked).hasSize(2);
    }

    @Test
    void aRequestOfTheProtocolIsAnsweredByADeclarationAndThenByItsResults() throws Exception {
        var request = ProtocolCodec.mapper().createObjectNode();
        request.putArray("messages").addObject().put("role", "system").put("content", "## Agent Protocol");
        ObjectNode user = request.withArray("messages").addObject().put("role", "user");
        user.put("content", "<turn index=\"1\">\n## User request\n\ntea\n</turn>");
        assertThat(completion(request.toString())
                        .at("/choices/0/message/content")
                        .asText())
                .startsWith("```agent-protocol\n{")
                .contains("## user.visible");
        user.put(
                "content",
                user.path("content").asText()
                        + "\n\n<turn index=\"2\">\n### Result for pause\n\nStatus: completed\n</turn>");
        assertThat(completion(request.toString())
                        .at("/choices/0/message/content")
                        .asText())
                .isEqualTo("You said: “tea”. The runtime executed 1 actions: pause (completed).");
    }

    @Test
    void aRehearsalIsDeclaredThenDecidedThenExpandedThenAnswered() throws Exception {
        String asked = "<turn index=\"1\">\n## User request\n\nrehearse: m1\n</turn>\n\n";
        String observation = "## Assistant protocol request and runtime observations\n\nrun_id: `apr_1`\nStatus: ";
        assertThat(planned(asked)).contains("\"id\": \"send\"");
        assertThat(planned(asked + observation + "blocked\n\n### Result for left\n\nStatus: blocked\n"))
                .contains("\"intent\": \"decide\"", "\"run_id\": \"apr_1\"", "\"action_id\": \"left\"", "\"skip\"");
        String ended = asked + observation + "completed\n\n### Result for left\n\nStatus: completed\n";
        assertThat(planned(ended)).contains("expand_ref", "runtime://apr_1/actions/recite/output");
        assertThat(planned(ended + observation
                        + "completed\n\n### Result for expand_1\n\nStatus: completed\n\nverse 40: lala\n"))
                .isEqualTo("m1 is over: left (completed). It has verse 40: lala.");
    }

    private String planned(String transcript) throws Exception {
        var request = ProtocolCodec.mapper().createObjectNode();
        request.putArray("messages").addObject().put("role", "system").put("content", "## Agent Protocol");
        request.withArray("messages").addObject().put("role", "user").put("content", transcript);
        return completion(request.toString()).at("/choices/0/message/content").asText();
    }

    @Test
    void cutsLongTextsBetweenWholeCharacters() throws Exception {
        var request = ProtocolCodec.mapper().createObjectNode();
        request.putArray("messages").addObject().put("role", "user").put("content", "😀".repeat(300));
        assertThat(completion(request.toString())
                        .at("/choices/0/message/content")
                        .asText())
                .contains("“" + "😀".repeat(200) + "…”");
    }

    @Test
    void streamsTheSameWordByWord() throws Exception {
        String stream = post("/chat/completions", """
                {"stream":true,"messages":[{"role":"user","content":"a b"},{"role":"user","content":"c"}]}""").body();
        var said = new StringBuilder();
        var events = stream.split("\n\n");
        for (var event : events) {
            if (!event.equals("data: [DONE]")) {
                said.append(ProtocolCodec.mapper()
                        .readTree(event.substring("data: ".length()))
                        .at("/choices/0/delta/content")
                        .asText());
            }
        }
        assertThat(said).hasToString("You said: “c”. Before that: “a b”.");
        assertThat(events[events.length - 1]).isEqualTo("data: [DONE]");
        assertThat(events).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[]", "{}", "{\"messages\":{}}"})
    void refusesWhatIsNoRequest(String body) throws Exception {
        HttpResponse<String> answer = post("/chat/completions", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("messages must be a list");
        assertThat(asked).isEmpty();
    }

    @Test
    void hasNothingElse() throws Exception {
        assertThat(post("/embeddings", "{}").statusCode()).isEqualTo(404);
    }

    private JsonNode completion(String body) throws Exception {
        HttpResponse<String> answer = post("/chat/completions", body);
        assertThat(answer.statusCode()).isEqualTo(200);
        return ProtocolCodec.mapper().readTree(answer.body());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(model.baseUrl() + path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
