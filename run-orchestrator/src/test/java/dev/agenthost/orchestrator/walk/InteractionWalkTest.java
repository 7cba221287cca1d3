package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** A plugin asks a person: from its result on a real socket, over REST, to the event on Kafka. */
@QuarkusTest
@TestProfile(PluginProfile.class)
class InteractionWalkTest extends PluginWalkFixture {
    private static final String QUESTION = """
            {"action":"interaction.requested","target":null,"payload":{"interaction_id":"q-1","kind":"confirmation",
             "title":"Deploy?","actions":[{"id":"yes","label":"Yes"},{"id":"no","label":"No"}],"fallback_text":"yes or no?"}}""";

    @ConfigProperty(name = "agenthost.internal-key")
    String internalKey;

    @Test
    void theFirstResponseBecomesOneEventOfTheSameConversation() {
        Resolution run;
        try (ScriptedPlugin plugin = asking("asker", true)) {
            run = asked(plugin, "asker", QUESTION);
            assertThat(typesOf(run)).containsExactly("run.started", "action.requested", "run.completed");
        }
        ResultFrame question = topic.frames(run.runId()).get(1);
        String token = question.data().at("/target/token").asText();
        assertThat(question.data().at("/payload/expires_at").asLong()).isPositive();

        JsonNode first = ScriptedPlugin.tree(
                respond(run, token, "yes").statusCode(202).extract().asString());
        JsonNode again = ScriptedPlugin.tree(
                respond(run, token, "yes").statusCode(202).extract().asString());
        assertThat(again).isEqualTo(first);
        respond(run, token, "no").statusCode(409);
        respond(run, token, "maybe").statusCode(409);
        respond(run, "guessed", "yes").statusCode(404);

        List<EventEnvelope> events = eventsOf(run);
        assertThat(events).hasSize(1);
        EventEnvelope event = events.getFirst();
        assertThat(event.eventId().toString()).isEqualTo(first.path("event_id").asText());
        assertThat(event.eventType()).isEqualTo("interaction.submitted");
        assertThat(event.conversationKey()).isEqualTo(run.event().conversationKey());
        assertThat(event.delivery()).isEqualTo(run.event().delivery());
        assertThat(event.input().interaction().actionId()).isEqualTo("yes");
        assertThat(event.parent().runId()).isEqualTo(run.runId());
    }

    @Test
    void aResponseToARunThatTakesNoTurnIsPublishedAfterTheEndOfTheRun() {
        try (ScriptedPlugin plugin = asking("parallel", true)) {
            Resolution run = Resolutions.bound(
                    RunRequests.event(RunRequests.conversation(), "deploy"),
                    Resolutions.binding(
                            new RunnerId("walk", "parallel", "default"),
                            TurnPolicy.PARALLEL,
                            RetryPolicy.NEVER,
                            new DeadlinePolicy(60, 60)));
            topic.request(run);
            JsonNode asked = plugin.next("run_agent");
            plugin.result(asked, "action.requested", QUESTION, 1);
            await().until(() -> topic.frames(run.runId()).size() == 2);
            respond(run, token(run), "yes").statusCode(202);

            await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(5)).until(() -> published(run)
                    .isEmpty());
            plugin.result(asked, "run.completed", "{\"finish_reason\":\"waiting\"}", 2);
            plugin.end(asked);
            await().atMost(Duration.ofSeconds(4)).until(() -> published(run).size() == 1);
        }
    }

    @Test
    void aPressedButtonOfABotIsTheResponse() {
        Resolution run;
        try (ScriptedPlugin plugin = asking("presser", true)) {
            run = asked(plugin, "presser", QUESTION);
            typesOf(run);
        }
        String actor = run.event().actor().actorId();
        ButtonPress press =
                new ButtonPress(run.event().workspaceId(), run.event().botId(), run.runId(), token(run), 1, actor);

        pressed(press.workspaceId(), "another", press.token(), 1, actor, run).body("outcome", equalTo("unknown"));
        pressed("another", press.botId(), press.token(), 1, actor, run).body("outcome", equalTo("unknown"));
        pressed(press.workspaceId(), press.botId(), "guessed", 1, actor, run).body("outcome", equalTo("unknown"));
        pressed(press.workspaceId(), press.botId(), press.token(), 2, actor, run)
                .body("outcome", equalTo("unknown"));
        pressed(press.workspaceId(), press.botId(), press.token(), 1, "mallory", run)
                .body("outcome", equalTo("not_asked"));
        pressed(press).body("outcome", equalTo("accepted"));
        pressed(press).body("outcome", equalTo("accepted"));
        pressed(press.workspaceId(), press.botId(), press.token(), 0, actor, run)
                .body("outcome", equalTo("answered"));

        assertThat(eventsOf(run)).singleElement().satisfies(event -> {
            assertThat(event.input().interaction().actionId()).isEqualTo("no");
            assertThat(event.actor().actorId()).isEqualTo(actor);
        });
    }

    @Test
    void aButtonIsPressedByEventGatewayOnly() {
        RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType("application/json")
                .body("{}")
                .post("/internal/v1/button-presses")
                .then()
                .statusCode(401);
    }

    private ValidatableResponse pressed(
            String workspaceId, String botId, String token, int action, String actor, Resolution run) {
        return pressed(new ButtonPress(workspaceId, botId, run.runId(), token, action, actor));
    }

    private ValidatableResponse pressed(ButtonPress press) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + internalKey)
                .contentType("application/json")
                .body(ProtocolCodec.encode(press))
                .post("/internal/v1/button-presses")
                .then()
                .statusCode(200);
    }

    @Test
    void aWrongResponseIsRefusedAndTheQuestionStaysOpen() {
        Resolution run;
        try (ScriptedPlugin plugin = asking("patient", true)) {
            run = asked(plugin, "patient", QUESTION);
            typesOf(run);
        }
        String token = token(run);

        respond(run, token, "maybe").statusCode(400).body("detail", equalTo("action_id must be one of [yes, no]."));
        respond(run, token, "yes").statusCode(202);
    }

    @Test
    void aQuestionThatItsRunWithdrawsIsClosed() {
        try (ScriptedPlugin plugin = asking("withdrawn", true)) {
            Resolution run = request("withdrawn", RetryPolicy.NEVER, 60);
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "action.requested", QUESTION, 1);
            String withdrawal = "{\"action\":\"interaction.withdrawn\",\"payload\":{\"interaction_id\":\"q-1\"}}";
            plugin.result(runRequest, "action.requested", withdrawal, 2);
            plugin.result(runRequest, "action.requested", withdrawal.replace("interaction_id", "id"), 3);
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 4);
            plugin.end(runRequest);

            assertThat(typesOf(run))
                    .as("a malformed withdrawal is dropped")
                    .containsExactly("run.started", "action.requested", "action.requested", "run.completed");
            respond(run, token(run), "yes").statusCode(410);
        }
    }

    @Test
    void theQuestionsOfAWaitingRunThatIsCancelledAreClosed() {
        try (ScriptedPlugin plugin = asking("closed", true)) {
            Resolution cancelled = asked(plugin, "closed", QUESTION);
            Resolution other = asked(plugin, "closed", QUESTION);

            cancel(cancelled);
            respond(cancelled, token(cancelled), "yes").statusCode(410);
            assertThat(closesAt(cancelled)).isLessThanOrEqualTo(Instant.now().getEpochSecond());
            assertThat(closesAt(other)).isGreaterThan(Instant.now().getEpochSecond());
            respond(other, token(other), "yes").statusCode(202);
            assertThat(published(cancelled)).isEmpty();
        }
    }

    @Test
    void theGraphsOfAWaitingRunThatIsCancelledAreCancelled() {
        String graph = """
                {"action":"ui.projection","payload":{"run_id":"g-1","title":"Deploy","status":"waiting",
                 "progress":{"ended":1,"total":2},"actions":[
                  {"id":"test","title":"Test","status":"failed","depends_on":[]},
                  {"id":"deploy","title":"Deploy","status":"waiting","depends_on":["test"]}]}}""";
        try (ScriptedPlugin plugin = asking("stopped", true)) {
            Resolution cancelled = asked(plugin, "stopped", graph);
            Resolution other = asked(plugin, "stopped", graph);
            cancel(cancelled);

            await().until(() -> "canceled"
                    .equals(graphs(cancelled).at("/items/0/projection/status").asText()));
            JsonNode shown = graphs(cancelled).at("/items/0");
            assertThat(shown.path("latest_run_id").asText())
                    .isEqualTo(cancelled.runId().toString());
            assertThat(shown.at("/projection/progress").toString())
                    .isEqualTo("{\"ended\":1,\"total\":2,\"canceled\":1}");
            assertThat(shown.at("/projection/actions/0/status").asText()).isEqualTo("failed");
            assertThat(shown.at("/projection/actions/1/status").asText()).isEqualTo("canceled");
            assertThat(graphs(other).at("/items/0/projection/status").asText()).isEqualTo("waiting");
        }
    }

    private JsonNode graphs(Resolution run) {
        return ScriptedPlugin.tree(RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .queryParam("bot_id", run.event().botId())
                .queryParam("conversation_id", run.event().conversationId())
                .get("/api/v1/projections")
                .asString());
    }

    @Test
    void aKeyThatMayNotRespondReadsTheQuestionWithoutItsToken() {
        try (ScriptedPlugin plugin = asking("watched", true)) {
            Resolution run = asked(plugin, "watched", QUESTION);
            assertThat(typesOf(run)).contains("action.requested");
            JsonNode read = question(run, PluginProfile.VIEWER_KEY);
            assertThat(read.at("/request/title").asText()).isEqualTo("Deploy?");
            assertThat(read.has("token")).isFalse();
            assertThat(question(run, ScriptedProfile.KEY).path("token").asText())
                    .isNotEmpty();
        }
    }

    private JsonNode question(Resolution run, String key) {
        return ScriptedPlugin.tree(RestAssured.given()
                        .port(address.getPort())
                        .header("Authorization", "Bearer " + key)
                        .get("/api/v1/runs/" + run.runId() + "/interactions")
                        .asString())
                .at("/items/0");
    }

    /** Epoch seconds until which the question is open, as a surface reads it. */
    private long closesAt(Resolution run) {
        return question(run, ScriptedProfile.KEY).at("/request/expires_at").asLong();
    }

    @Test
    void aQuestionThatIsNotGrantedOrMalformedIsDropped() {
        try (ScriptedPlugin plugin = asking("silent", false)) {
            assertThat(typesOf(asked(plugin, "silent", QUESTION))).containsExactly("run.started", "run.completed");
        }
        try (ScriptedPlugin plugin = asking("vague", true)) {
            String vague = QUESTION.replace("\"title\":\"Deploy?\",", "");
            assertThat(typesOf(asked(plugin, "vague", vague))).containsExactly("run.started", "run.completed");
        }
    }

    @Test
    void aReplyInWordsIsTheResponseWhereTheSurfaceHasNoButtons() {
        try (ScriptedPlugin plugin = asking("spoken", true)) {
            String conversation = RunRequests.conversation();
            Resolution run = asked(plugin, onPlatform("spoken", conversation, "deploy", "ada"), QUESTION);
            assertThat(replied(plugin, onPlatform("spoken", conversation, "yes", "bob"))
                            .isMissingNode())
                    .as("bob was not asked")
                    .isTrue();
            assertThat(replied(plugin, onPlatform("spoken", conversation, "what?", "ada"))
                            .isMissingNode())
                    .isTrue();
            assertThat(replied(plugin, onPlatform("spoken", RunRequests.conversation(), "yes", "ada"))
                            .isMissingNode())
                    .as("another conversation")
                    .isTrue();

            Resolution message = onPlatform("spoken", conversation, " YES ", "ada");
            JsonNode reply = replied(plugin, message);
            assertThat(reply.path("interaction_id").asText()).isEqualTo("q-1");
            assertThat(reply.path("action_id").asText()).isEqualTo("yes");
            assertThat(replied(plugin, onPlatform("spoken", conversation, "no", "ada"))
                            .isMissingNode())
                    .as("it is answered")
                    .isTrue();
            respond(run, token(run), "no").statusCode(409);
            assertThat(pool.query("SELECT FROM runs.host_events WHERE event_id = '"
                                    + message.event().eventId() + "'")
                            .executeAndAwait()
                            .rowCount())
                    .as("the message is the event, and is not published again")
                    .isZero();
        }
    }

    @Test
    void aReplyInWordsFillsInAFieldWhereTheSurfaceHasButtonsOnly() {
        String field = """
                {"action":"interaction.requested","target":null,"payload":{"interaction_id":"q-1","kind":"form","title":"Where?",
                 "fields":[{"id":"city","type":"text","label":"City"}],"actions":[{"id":"ok","label":"OK"}],"fallback_text":"Where?"}}""";
        try (ScriptedPlugin plugin = asking("buttons", true)) {
            String conversation = RunRequests.conversation();
            asked(plugin, onPlatform("buttons", conversation, "deploy", "ada", false), QUESTION);
            assertThat(replied(plugin, onPlatform("buttons", conversation, "yes", "ada", false))
                            .isMissingNode())
                    .as("it has buttons")
                    .isTrue();

            asked(plugin, onPlatform("buttons", conversation, "deploy", "ada", false), field);
            assertThat(replied(plugin, onPlatform("buttons", conversation, "Vienna", "ada", true))
                            .isMissingNode())
                    .as("it has forms")
                    .isTrue();
            assertThat(replied(plugin, onPlatform("buttons", conversation, "Vienna", "ada", false))
                            .at("/values/city")
                            .asText())
                    .isEqualTo("Vienna");
        }
    }

    private static Resolution onPlatform(
            String plugin, String conversation, String text, String actor, boolean hasForms) {
        ObjectNode event =
                ProtocolCodec.tree(onPlatform(plugin, conversation, text, actor).event());
        event.withObject("/delivery/platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", hasForms);
        return onPlatform(plugin, event, TurnPolicy.SERIAL);
    }

    @Test
    void aReplyInWordsIsHeldUntilTheEndOfARunThatTakesNoTurn() {
        try (ScriptedPlugin plugin = asking("hasty", true)) {
            String conversation = RunRequests.conversation();
            Resolution run = onPlatform("hasty", conversation, "deploy", "ada", TurnPolicy.PARALLEL);
            topic.request(run);
            JsonNode asked = plugin.next("run_agent");
            plugin.result(asked, "action.requested", QUESTION, 1);
            await().until(() -> topic.frames(run.runId()).size() == 2);
            Resolution reply = onPlatform("hasty", conversation, "yes", "ada", TurnPolicy.PARALLEL);
            topic.request(reply);
            await().until(() -> isHeld(reply));

            plugin.result(asked, "run.completed", "{\"finish_reason\":\"waiting\"}", 2);
            plugin.end(asked);

            JsonNode request = plugin.next("run_agent");
            assertThat(request.at("/data/context/input/interaction/action_id").asText())
                    .isEqualTo("yes");
            assertThat(topic.hasEnded(run.runId())).isTrue();
            plugin.result(request, "run.completed", "{}", 1);
            plugin.end(request);
            await().until(() -> topic.hasEnded(reply.runId()));
        }
    }

    private boolean isHeld(Resolution run) {
        return pool.query("SELECT FROM runs.runs WHERE state = 'queued' AND attempt > 0 AND run_id = '" + run.runId()
                                + "'")
                        .executeAndAwait()
                        .rowCount()
                == 1;
    }

    private static JsonNode replied(ScriptedPlugin plugin, Resolution run) {
        topic.request(run);
        JsonNode request = plugin.next("run_agent");
        plugin.result(request, "run.completed", "{}", 1);
        plugin.end(request);
        await().until(() -> topic.hasEnded(run.runId()));
        JsonNode interaction = request.at("/data/context/input/interaction");
        return interaction.isNull() ? interaction.path("none") : interaction;
    }

    private static Resolution onPlatform(String plugin, String conversation, String text, String actor) {
        return onPlatform(plugin, conversation, text, actor, TurnPolicy.SERIAL);
    }

    private static Resolution onPlatform(
            String plugin, String conversation, String text, String actor, TurnPolicy turn) {
        ObjectNode event = ProtocolCodec.tree(RunRequests.event(conversation, text));
        event.put("source", "platform");
        ((ObjectNode) event.path("actor")).put("actor_id", actor);
        return onPlatform(plugin, event, turn);
    }

    private static Resolution onPlatform(String plugin, ObjectNode event, TurnPolicy turn) {
        return Resolutions.bound(
                read(event),
                Resolutions.binding(
                        new RunnerId("walk", plugin, "default"), turn, RetryPolicy.NEVER, new DeadlinePolicy(60, 60)));
    }

    private static EventEnvelope read(ObjectNode event) {
        try {
            return ProtocolCodec.decode(event, EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Resolution asked(ScriptedPlugin plugin, Resolution run, String question) {
        topic.request(run);
        return answered(plugin, run, question);
    }

    private ScriptedPlugin asking(String name, boolean mayAsk) {
        ObjectNode registration = ScriptedPlugin.registration("walk", name, PluginProfile.RUNNER_KEY);
        ObjectNode container = ScriptedPlugin.container("walk", name);
        for (ObjectNode each : List.of(registration, container)) {
            each.findParents("capabilities").forEach(node -> declare((ObjectNode) node, mayAsk));
        }
        return ScriptedPlugin.ready(vertx, address.getPort(), PluginProfile.RUNNER_KEY, registration, container);
    }

    private static void declare(ObjectNode runner, boolean mayAsk) {
        runner.withObjectProperty("capabilities").put("interactions", mayAsk);
        ObjectNode permissions = runner.withObjectProperty("permissions");
        permissions.putArray("interactions").add("request");
    }

    private static Resolution asked(ScriptedPlugin plugin, String name, String question) {
        return answered(plugin, request(name, RetryPolicy.NEVER, 60), question);
    }

    private static Resolution answered(ScriptedPlugin plugin, Resolution run, String question) {
        JsonNode runRequest = plugin.next("run_agent");
        plugin.result(runRequest, "action.requested", question, 1);
        plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"waiting\"}", 2);
        plugin.end(runRequest);
        await().until(() -> topic.hasEnded(run.runId()));
        return run;
    }

    private ValidatableResponse respond(Resolution run, String token, String action) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType("application/json")
                .body(ScriptedPlugin.tree("{}")
                        .<ObjectNode>deepCopy()
                        .put("token", token)
                        .put("action_id", action)
                        .put("actor_id", run.event().actor().actorId())
                        .toString())
                .post("/api/v1/runs/" + run.runId() + "/interactions/q-1")
                .then();
    }

    private static String token(Resolution run) {
        return topic.frames(run.runId()).get(1).data().at("/target/token").asText();
    }

    private static List<EventEnvelope> eventsOf(Resolution run) {
        await().until(() -> !published(run).isEmpty());
        return published(run);
    }

    private static List<EventEnvelope> published(Resolution run) {
        return TopicConsumer.all(Topics.EVENTS).stream()
                .map(TopicConsumer::envelope)
                .filter(event ->
                        event.parent() != null && event.parent().runId().equals(run.runId()))
                .toList();
    }
}
