package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agent;
import static dev.agenthost.binding.app.Admin.agentBody;
import static dev.agenthost.binding.app.Admin.bind;
import static dev.agenthost.binding.app.Admin.botBody;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.binding.Events;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class DefaultAgentTest {
    private static final String PATH = "/api/v1/bots";

    @Test
    void answersUntilABindingDoesAndAfterIt() {
        String bot = fresh("bot");
        String agent = agent();
        String binding = fresh("b");
        demo().body(withAgent(bot, agent)).post(PATH).then().statusCode(201).body("agent_id", equalTo(agent));
        try (Wire wire = new Wire(Topics.RUN_REQUESTS, Topics.AUDIT)) {
            EventEnvelope first = message(bot);
            assertThat(bound(wire, first)).satisfies(snapshot -> {
                assertThat(snapshot.bindingId()).isEqualTo("bot:" + bot);
                assertThat(snapshot.bindingVersion()).isEqualTo(1);
                assertThat(snapshot.agentId()).isEqualTo(agent);
            });
            wire.await(Topics.AUDIT, record -> new String(record.value(), StandardCharsets.UTF_8)
                    .contains("\"binding/bot:" + bot));
            demo().get("/api/v1/resolutions/" + first.eventId())
                    .then()
                    .statusCode(200)
                    .body("outcome.binding.binding_id", equalTo("bot:" + bot));

            bind(binding, bot, agent()).then().statusCode(201);
            assertThat(bound(wire, message(bot)).bindingId()).isEqualTo(binding);

            demo().delete("/api/v1/bindings/" + binding).then().statusCode(204);
            assertThat(bound(wire, message(bot)).agentId()).isEqualTo(agent);

            String next = agent();
            put(bot, withAgent(bot, next)).body("agent_id", equalTo(next)).body("version", equalTo(2));
            assertThat(bound(wire, message(bot))).satisfies(snapshot -> {
                assertThat(snapshot.agentId()).isEqualTo(next);
                assertThat(snapshot.bindingVersion()).isEqualTo(2);
            });

            put(bot, botBody(bot)).body("agent_id", nullValue());
            assertThat(outcome(wire, message(bot)))
                    .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> assertThat(unbound.reason())
                            .isEqualTo(UnboundReason.NO_BINDING));
        }
    }

    @Test
    void aChangeOfTheAgentReachesTheBotAndADeletedBotAnswersNothing() {
        String bot = fresh("bot");
        String agent = agent();
        demo().body(withAgent(bot, agent)).post(PATH).then().statusCode(201);
        try (Wire wire = new Wire(Topics.RUN_REQUESTS)) {
            demo().header("If-Match", "*")
                    .body("{\"runner_id\":\"plugin:a/b/c\"}")
                    .put("/api/v1/agents/" + agent)
                    .then()
                    .statusCode(200);
            assertThat(bound(wire, message(bot)).runnerId()).hasToString("plugin:a/b/c");

            demo().delete(PATH + "/" + bot).then().statusCode(204);
            assertThat(outcome(wire, message(bot))).isInstanceOf(ResolutionOutcome.Unbound.class);
        }
    }

    @Test
    void theAgentExistsInTheWorkspaceAsLongAsABotNamesIt() {
        String bot = fresh("bot");
        String foreign = fresh("a");
        other().body(agentBody(foreign)).post("/api/v1/agents").then().statusCode(201);
        for (String missing : new String[] {fresh("a"), foreign}) {
            demo().body(withAgent(bot, missing))
                    .post(PATH)
                    .then()
                    .statusCode(400)
                    .body("field", equalTo("agent_id"))
                    .body("detail", containsString("an agent of this workspace"));
        }
        demo().get(PATH + "/" + bot).then().statusCode(404);

        String agent = agent();
        demo().body(withAgent(bot, agent)).post(PATH).then().statusCode(201);
        demo().delete("/api/v1/agents/" + agent).then().statusCode(409).body("detail", containsString("bot " + bot));
        put(bot, botBody(bot));
        demo().delete("/api/v1/agents/" + agent).then().statusCode(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"\"", "\"a b\"", "\"bot:x\"", "{}", "[\"a\"]"})
    void refusesWhatIsNoIdOfAnAgent(String value) {
        demo().body(botBody(fresh("bot")).replaceFirst("}$", ",\"agent_id\":" + value + "}"))
                .post(PATH)
                .then()
                .statusCode(400)
                .body("field", equalTo("agent_id"));
    }

    private static io.restassured.response.ValidatableResponse put(String bot, String body) {
        return demo().header("If-Match", "*")
                .body(body)
                .put(PATH + "/" + bot)
                .then()
                .statusCode(200);
    }

    private static String withAgent(String bot, String agent) {
        return botBody(bot).replaceFirst("}$", ",\"agent_id\":\"" + agent + "\"}");
    }

    private static EventEnvelope message(String bot) {
        return Events.messageOf("demo", bot, "c1");
    }

    private static ResolutionOutcome outcome(Wire wire, EventEnvelope event) {
        wire.send(event);
        return wire.await(event).outcome();
    }

    private static BindingSnapshot bound(Wire wire, EventEnvelope event) {
        return ((ResolutionOutcome.Bound) outcome(wire, event)).binding();
    }
}
