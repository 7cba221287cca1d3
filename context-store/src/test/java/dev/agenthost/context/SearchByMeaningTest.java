package dev.agenthost.context;

import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.ContextClient;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a workspace that turns search by meaning on and off: real Kafka, PostgreSQL and the built-in model, REST requests. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class SearchByMeaningTest {
    private static final String SETTINGS = "/api/v1/search-settings";
    private static final String ON = "{\"by_meaning\":true}";
    private static final String OFF = "{\"by_meaning\":false}";

    private final ConversationRef here = conversation("c-" + UUID.randomUUID());
    private final ContextClient client = new ContextClient(here);

    @AfterEach
    void off() {
        put("*", OFF).statusCode(200);
    }

    @Test
    void findsByMeaningOnlyWhileTheSearchIsOn() {
        RecordPosition last;
        try (Broker broker = new Broker()) {
            int partition = said(here, "x").conversationKey().partition();
            List.of("My kitten sleeps on the sofa", "The invoice is due on Friday", "It rained in the mountains")
                    .forEach(text -> broker.publish(Topics.EVENTS, partition, said(here, text)));
            last = broker.publish(Topics.EVENTS, partition, said(here, "Good night"));
        }
        client.search("feline pet", last).statusCode(200).body("items", empty());

        put("*", ON).statusCode(200).body("by_meaning", equalTo(true));
        await().atMost(Duration.ofMinutes(3))
                .until(() -> get().statusCode(200).extract().<Integer>path("waiting") == 0);

        client.search("feline pet", last)
                .statusCode(200)
                .body("items[0].content", equalTo("My kitten sleeps on the sofa"))
                .body("items[0].metadata.score", greaterThan(0f))
                .body("items[0].metadata.snippet", equalTo("My kitten sleeps on the sofa"))
                .body("items[0].metadata.highlights", empty());
        client.search("payment bill", last).body("items[0].content", equalTo("The invoice is due on Friday"));

        put("*", OFF).statusCode(200).body("by_meaning", equalTo(false)).body("waiting", equalTo(0));
        client.search("feline pet", last).statusCode(200).body("items", empty());
    }

    @Test
    void aSettingIsReadAndReplacedByItsEtag() {
        String tag = put("*", ON).statusCode(200).extract().header("ETag");
        assertThat(get().extract().header("ETag")).isEqualTo(tag);
        assertThat(put(tag, ON).statusCode(200).extract().header("ETag")).isEqualTo(tag);
        assertThat(put(tag, OFF).statusCode(200).extract().header("ETag")).isNotEqualTo(tag);
        put(tag, ON).statusCode(412);
        put("nonsense", ON).statusCode(412);
        given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType(ContentType.JSON)
                .body(ON)
                .put(SETTINGS)
                .then()
                .statusCode(428);
        given().header("Authorization", "Bearer " + ContextSettings.VIEWER_KEY)
                .contentType(ContentType.JSON)
                .header("If-Match", "*")
                .body(ON)
                .put(SETTINGS)
                .then()
                .statusCode(403);
    }

    @Test
    void anInvalidSettingIsRefusedByField() {
        Map.of(
                        "{}", "by_meaning",
                        "{\"by_meaning\":null}", "by_meaning",
                        "{\"by_meaning\":\"true\"}", "by_meaning",
                        "{\"by_meaning\":1}", "by_meaning",
                        "{\"by_meaning\":true,\"model\":\"m\"}", "model")
                .forEach((body, field) -> put("*", body).statusCode(400).body("field", equalTo(field)));
        put("*", "[]").statusCode(400);
        put("*", "{").statusCode(400);
    }

    private static ValidatableResponse get() {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .get(SETTINGS)
                .then();
    }

    private static ValidatableResponse put(String etag, String body) {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .contentType(ContentType.JSON)
                .header("If-Match", etag)
                .body(body)
                .put(SETTINGS)
                .then();
    }
}
