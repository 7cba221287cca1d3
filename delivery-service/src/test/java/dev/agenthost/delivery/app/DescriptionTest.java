package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class DescriptionTest {
    private OpenApiValidationFilter api;

    @BeforeEach
    void readTheDocument() {
        api = OpenApiValidationFilter.of("delivery-service");
    }

    @Test
    void theDocumentedDescriptionEqualsTheServedOne() throws IOException {
        api.isWhole();
        api.isItsCopy();
    }

    /** Excludes 410 (a record that Kafka has deleted: LiveStreamTest), 500 and 503. */
    @Test
    void everyResponseMatchesTheDescriptionAndEveryDescribedResponseOccurs() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.started(),
                DeliveredRun.delta("hel"),
                DeliveredRun.message("hello"),
                DeliveredRun.completed()));

        as(run).get(stream(run)).then().statusCode(200).body(containsString("id: 1-4\nevent: run.completed\n"));
        as(run).header("Last-Event-ID", "1-4").get(stream(run)).then().statusCode(204);
        as(run).header("Last-Event-ID", "event.conflict")
                .get(stream(run))
                .then()
                .statusCode(409);
        as(run).queryParam("last_event_id", "x").get(stream(run)).then().statusCode(400);
        as(run).get(stream(DeliveredRun.toEventSurface())).then().statusCode(401);
        given().filter(api).get(stream(run)).then().statusCode(401);
        given().filter(api)
                .header("Authorization", "Bearer " + DeliverySettings.KEY)
                .get(stream(DeliveredRun.toEventSurface()))
                .then()
                .statusCode(404);

        given().filter(api).get("/api/v1/caller").then().statusCode(401);
        for (String path : List.of(stream(run), "/api/v1/caller")) {
            given().filter(api)
                    .header("Authorization", "Bearer " + DeliverySettings.ADAPTER_KEY)
                    .get(path)
                    .then()
                    .statusCode(403);
        }
        given().filter(api)
                .header("Authorization", "Bearer " + DeliverySettings.KEY)
                .get("/api/v1/caller")
                .then()
                .statusCode(200);

        healthMatchesItsDescription();
        takeoversMatchTheirDescription();
        assertThat(api.unseen("202", "410", "500", "503")).isEmpty();
    }

    /** Excludes 503 (a replica that still reads the bots). */
    private void healthMatchesItsDescription() {
        String path = "/api/v1/bots/described/health";
        given().filter(api).get(path).then().statusCode(401);
        withKey(DeliverySettings.ADAPTER_KEY).get(path).then().statusCode(403);
        withKey(DeliverySettings.KEY).get(path).then().statusCode(404);
        DeliveryTopics.publish(new BotRegistration(
                "described",
                "demo",
                BotPlatform.TELEGRAM,
                "bot",
                true,
                Map.of(),
                JsonNodeFactory.instance.objectNode(),
                1,
                null));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> withKey(DeliverySettings.KEY).get(path).then().statusCode(200));
    }

    private void takeoversMatchTheirDescription() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        String path = "/api/v1/takeovers/bot/" + run.conversation();
        for (String method : List.of("GET", "PUT", "DELETE")) {
            given().filter(api).request(method, path).then().statusCode(401);
            withKey(DeliverySettings.ADAPTER_KEY).request(method, path).then().statusCode(403);
            withKey(DeliverySettings.KEY).request(method, path).then().statusCode(404);
            withKey(DeliverySettings.KEY)
                    .request(method, "/api/v1/takeovers/bot/" + "x".repeat(257))
                    .then()
                    .statusCode(400);
        }
        String messages = path + "/messages";
        String message = "{\"message_id\":\"m\",\"text\":\"hello\"}";
        given().filter(api)
                .contentType("application/json")
                .body(message)
                .post(messages)
                .then()
                .statusCode(401);
        withKey(DeliverySettings.ADAPTER_KEY)
                .body(message)
                .post(messages)
                .then()
                .statusCode(403);
        withKey(DeliverySettings.KEY).body(message).post(messages).then().statusCode(404);
        withKey(DeliverySettings.KEY)
                .body(message.replace("hello", " "))
                .post(messages)
                .then()
                .statusCode(400);
        withKey(DeliverySettings.KEY)
                .contentType("text/plain")
                .body(message)
                .post(messages)
                .then()
                .statusCode(415);
        String tooLarge = "x".repeat(2 * 1024 * 1024);
        withKey(DeliverySettings.KEY).body(tooLarge).post(messages).then().statusCode(413);
        withKey(DeliverySettings.KEY).body(tooLarge).put(path).then().statusCode(413);

        DeliveryTopics.publish(run.record(1, 1, run.startedOn("im")));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> withKey(DeliverySettings.KEY)
                                .body(message)
                                .post(messages)
                                .statusCode()
                        == 409);
        withKey(DeliverySettings.KEY)
                .body("{\"until\":\"" + Instant.now().plusSeconds(60) + "\"}")
                .put(path)
                .then()
                .statusCode(200);
        withKey(DeliverySettings.DESK_KEY).put(path).then().statusCode(409);
        withKey(DeliverySettings.KEY).body(message).post(messages).then().statusCode(202);
        withKey(DeliverySettings.KEY).body(message).post(messages).then().statusCode(200);
        for (String list : List.of(path, messages, "/api/v1/takeovers")) {
            withKey(DeliverySettings.KEY).get(list).then().statusCode(200);
        }
        for (String list : List.of(messages, "/api/v1/takeovers")) {
            given().filter(api).get(list).then().statusCode(401);
            withKey(DeliverySettings.ADAPTER_KEY).get(list).then().statusCode(403);
        }
        withKey(DeliverySettings.KEY).get("/api/v1/takeovers?limit=0").then().statusCode(400);
        withKey(DeliverySettings.KEY)
                .get("/api/v1/takeovers/bot/" + "x".repeat(257) + "/messages")
                .then()
                .statusCode(400);
        withKey(DeliverySettings.KEY).delete(path).then().statusCode(204);
    }

    private RequestSpecification withKey(String key) {
        return given().filter(api).header("Authorization", "Bearer " + key).contentType("application/json");
    }

    @Test
    void theApiPageNeedsNoKeyAndNoOtherHost() {
        for (String path : List.of("/docs", "/docs/")) {
            given().get(path)
                    .then()
                    .statusCode(200)
                    .contentType("text/html")
                    .header("Content-Security-Policy", containsString("default-src 'none'; script-src 'self';"))
                    .body(not(containsString("//")));
        }
        for (String path : List.of(
                "/docs/start.js",
                "/docs/style.css",
                "/favicon.svg",
                "/openapi-ui/swagger-ui-bundle.js",
                "/openapi-ui/swagger-ui-standalone-preset.js",
                "/openapi-ui/swagger-ui.css")) {
            given().get(path).then().statusCode(200);
        }
    }

    private static String stream(DeliveredRun run) {
        return "/api/v1/runs/" + run.runId() + "/stream";
    }

    private RequestSpecification as(DeliveredRun run) {
        RunId id = run.runId();
        String token = DeliverySettings.token(run.workspace(), id, ConversationPartitioner.of(run.conversationKey()));
        return given().filter(api).queryParam("token", token);
    }
}
