package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommand.Action;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the commands of operators in chats, as event-gateway submits them. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class TakeoverCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @BeforeAll
    static void theTopicOfTheAdapter() {
        KafkaTestBroker.createTopics(Topics.outbound("taken"));
    }

    @Test
    void anOperatorTakesTheConversationOverAndReleasesIt() {
        DeliveredRun run = applied();
        EventId event = new EventId(UUID.randomUUID());
        Instant at = Instant.now().minusSeconds(2);

        submit(run, event, "700", Action.TAKE_OVER, at, 1800L).body("outcome", equalTo("taken_over"));
        submit(run, event, "700", Action.TAKE_OVER, at, 1800L).body("outcome", equalTo("taken_over"));

        String until = takeover(run)
                .body("active", equalTo(true))
                .body("operator", equalTo("chat:bot:700"))
                .extract()
                .path("until");
        assertThat(Instant.parse(until)).isBetween(at.plusSeconds(1799), at.plusSeconds(1801));
        assertThat(texts(run)).singleElement().satisfies(text -> assertThat(text)
                .startsWith("The agent is paused until ")
                .endsWith(" UTC. /release lets it answer again."));

        submit(run, "701", Action.TAKE_OVER).body("outcome", equalTo("held_by_other"));
        submit(run, "700", Action.RELEASE).body("outcome", equalTo("released"));
        takeover(run).body("active", equalTo(false));
        assertThat(texts(run)).hasSize(2).contains("The agent answers again.");
    }

    @Test
    void anotherOperatorReleasesWithoutWords() {
        DeliveredRun run = applied();
        submit(run, "700", Action.TAKE_OVER).body("outcome", equalTo("taken_over"));

        submit(run, "701", Action.RELEASE).body("outcome", equalTo("released"));

        takeover(run).body("active", equalTo(false));
        assertThat(texts(run)).hasSize(1);
    }

    @Test
    void anOldCommandAndOneInAnUnknownConversationHaveNoEffect() {
        DeliveredRun run = applied();
        EventId event = new EventId(UUID.randomUUID());

        submit(run, event, "700", Action.TAKE_OVER, Instant.now().minusSeconds(301), null)
                .body("outcome", equalTo("stale"));
        desk(run).then().statusCode(404);
        submit(DeliveredRun.toEventSurface(), "700", Action.TAKE_OVER).body("outcome", equalTo("unknown"));
        submit(run, "700", Action.RELEASE).body("outcome", equalTo("unknown"));
    }

    @Test
    void aCommandWithoutTheInternalKeyIsRefused() {
        given().contentType("application/json")
                .header("Authorization", "Bearer " + DeliverySettings.KEY)
                .body("{}")
                .post("/internal/v1/takeover-commands")
                .then()
                .statusCode(401);
    }

    private static DeliveredRun applied() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.startedOn("taken")));
        await().atMost(LIMIT)
                .until(() -> given().header("Authorization", "Bearer " + DeliverySettings.DESK_KEY)
                                .contentType("application/json")
                                .body("{\"message_id\":\"known\",\"text\":\"x\"}")
                                .post(path(run) + "/messages")
                                .statusCode()
                        == 409);
        return run;
    }

    private static ValidatableResponse submit(DeliveredRun run, String operator, Action action) {
        return submit(run, new EventId(UUID.randomUUID()), operator, action, Instant.now(), null);
    }

    private static ValidatableResponse submit(
            DeliveredRun run, EventId event, String operator, Action action, Instant at, @Nullable Long seconds) {
        var command =
                new TakeoverCommand(event, "demo", "bot", run.conversation(), null, operator, action, at, seconds);
        return given().contentType("application/json")
                .header("Authorization", "Bearer " + DeliverySettings.INTERNAL_KEY)
                .body(ProtocolCodec.encode(command))
                .post("/internal/v1/takeover-commands")
                .then()
                .statusCode(200);
    }

    private static ValidatableResponse takeover(DeliveredRun run) {
        return desk(run).then().statusCode(200);
    }

    private static Response desk(DeliveredRun run) {
        return given().header("Authorization", "Bearer " + DeliverySettings.DESK_KEY)
                .get(path(run));
    }

    private static List<String> texts(DeliveredRun run) {
        return given().header("Authorization", "Bearer " + DeliverySettings.DESK_KEY)
                .get(path(run) + "/messages")
                .then()
                .statusCode(200)
                .extract()
                .path("items.text");
    }

    private static String path(DeliveredRun run) {
        return "/api/v1/takeovers/bot/" + run.conversation();
    }
}
