package dev.agenthost.orchestrator.walk;

import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** The form of a question between event-gateway and this service, over HTTP. */
@QuarkusTest
@TestProfile(PluginProfile.class)
class QuestionFormWalkTest extends PluginWalkFixture {
    private static final String FORMS = "/internal/v1/question-forms";
    private static final String QUESTION = """
            {"action":"interaction.requested","target":null,"payload":{"interaction_id":"q-1","title":"Order?",
             "fields":[{"id":"size","label":"Size","type":"select","required":true,
              "options":[{"value":"s","label":"Small"},{"value":"l","label":"Large"}]}],"fallback_text":"s or l?"}}""";

    @ConfigProperty(name = "agenthost.internal-key")
    String internalKey;

    @Test
    void aFormIsOpenedAndSubmittedOnce() {
        ButtonPress press = asked();

        posted("", press)
                .body("refusal", nullValue())
                .body("question.fields[0].options[1].label", equalTo("Large"))
                .body("question.title", equalTo("Order?"));
        submitted(press, "xl")
                .body("outcome", nullValue())
                .body("invalid.field_id", equalTo("size"))
                .body("invalid.why", equalTo("must be one of [s, l]"));
        submitted(press, "l").body("outcome", equalTo("accepted")).body("invalid", nullValue());
        submitted(press, "l").body("outcome", equalTo("accepted"));
        submitted(press, "s").body("outcome", equalTo("answered"));
        posted("", press).body("refusal", equalTo("answered")).body("question", nullValue());
    }

    @Test
    void aFormIsForEventGatewayOnly() {
        for (String route : List.of("", "/submissions")) {
            RestAssured.given()
                    .port(address.getPort())
                    .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                    .contentType("application/json")
                    .body("{}")
                    .post(FORMS + route)
                    .then()
                    .statusCode(401);
        }
    }

    private ValidatableResponse submitted(ButtonPress press, String size) {
        ObjectNode values = ProtocolCodec.mapper().createObjectNode().put("size", size);
        return posted("/submissions", new FormSubmission(press, values));
    }

    private ValidatableResponse posted(String route, Object body) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + internalKey)
                .contentType("application/json")
                .body(ProtocolCodec.encode(body))
                .post(FORMS + route)
                .then()
                .statusCode(200);
    }

    /** Returns the press of the only button, by the person of the event. */
    private ButtonPress asked() {
        ObjectNode registration = ScriptedPlugin.registration("walk", "former", PluginProfile.RUNNER_KEY);
        ObjectNode container = ScriptedPlugin.container("walk", "former");
        for (ObjectNode each : List.of(registration, container)) {
            each.findParents("capabilities").forEach(node -> {
                ((ObjectNode) node).withObjectProperty("capabilities").put("interactions", true);
                ((ObjectNode) node)
                        .withObjectProperty("permissions")
                        .putArray("interactions")
                        .add("request");
            });
        }
        try (ScriptedPlugin plugin =
                ScriptedPlugin.ready(vertx, address.getPort(), PluginProfile.RUNNER_KEY, registration, container)) {
            Resolution run = request("former", RetryPolicy.NEVER, 60);
            JsonNode sent = plugin.next("run_agent");
            plugin.result(sent, "action.requested", QUESTION, 1);
            plugin.result(sent, "run.completed", "{\"finish_reason\":\"waiting\"}", 2);
            plugin.end(sent);
            await().until(() -> topic.hasEnded(run.runId()));
            await().until(() -> topic.frames(run.runId()).size() == 3);
            String token =
                    topic.frames(run.runId()).get(1).data().at("/target/token").asText();
            return new ButtonPress(
                    run.event().workspaceId(),
                    run.event().botId(),
                    run.runId(),
                    token,
                    0,
                    run.event().actor().actorId());
        }
    }
}
