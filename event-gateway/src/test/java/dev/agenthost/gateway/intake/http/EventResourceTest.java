package dev.agenthost.gateway.intake.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.security.StreamToken;
import dev.agenthost.protocol.security.StreamTokenCodec;
import dev.agenthost.protocol.security.StreamTokenVerification;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class EventResourceTest {

    private static final String EVENTS = "/api/v1/events";
    private static final StreamTokenCodec OLDER_AND_NEWER = new StreamTokenCodec(List.of(
            "an older key of thirty-two bytes".getBytes(StandardCharsets.US_ASCII),
            "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));

    @Test
    void acceptsTheShortFormOnceKafkaHasIt() {
        String id = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ValidatableResponse response = accept(EventBodies.shortForm(id).toString());

            var eventId = EventIds.of("red", "api", "demo", id);
            RunId runId = RunIds.of("red", eventId, 0);
            response.body("event_id", equalTo(eventId.toString())).body("run_id", equalTo(runId.toString()));
            var record = events.untilNow().stream()
                    .filter(r -> TopicConsumer.envelope(r).eventId().equals(eventId))
                    .findFirst()
                    .orElseThrow();
            EventEnvelope event = TopicConsumer.envelope(record);
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("red/demo/c1/t1");
            assertThat(record.partition()).isEqualTo(event.conversationKey().partition());
            assertThat(event.fingerprint()).hasSize(64);
            assertThat(TopicConsumer.header(record, "ce_specversion")).isEqualTo("1.0");
            assertThat(TopicConsumer.header(record, "ce_id")).isEqualTo(eventId.toString());
            assertThat(TopicConsumer.header(record, "ce_type")).isEqualTo("dev.agenthost.event");
            assertThat(TopicConsumer.header(record, "content-type")).isEqualTo("application/json");
            assertThat(TopicConsumer.header(record, "agenthost-workspace")).isEqualTo("red");
            assertThat(TopicConsumer.header(record, "traceparent"))
                    .startsWith("00-")
                    .endsWith("-01");
            assertTokenOpens(response.extract().path("stream"), runId, record.partition());
        }
    }

    @Test
    void acceptsAWholeEnvelope() {
        String id = UUID.randomUUID().toString();

        accept(EventBodies.envelope(id)
                        .put("event_time", Instant.now().getEpochSecond())
                        .toString())
                .body("event_id", equalTo(EventIds.of("red", "api", "demo", id).toString()));
    }

    @Test
    void aRepetitionIsTheSameEvent() {
        String body = EventBodies.shortForm(UUID.randomUUID().toString()).toString();

        String first = accept(body).extract().path("run_id");

        assertThat(accept(body).extract().<String>path("run_id")).isEqualTo(first);
    }

    @Test
    void refusesAnotherEventUnderTheSameIdButNotOneThatIsDeliveredAgain() {
        String id = UUID.randomUUID().toString();
        String first = accept(EventBodies.shortForm(id).toString()).extract().path("run_id");

        as("key-red")
                .body(EventBodies.shortForm(id).put("text", "something else").toString())
                .post(EVENTS)
                .then()
                .statusCode(409)
                .body("code", equalTo("conflict"))
                .body("field", equalTo("event_id"))
                .body("detail", startsWith("Another event was accepted under this event_id."));
        String again = accept(EventBodies.shortForm(id)
                        .put("event_time", Instant.now().getEpochSecond() - 5)
                        .put("source_event_type", "redelivered")
                        .toString())
                .extract()
                .path("run_id");
        assertThat(again).isEqualTo(first);
    }

    @Test
    void warnsOfMembersThatItDoesNotKnowAndNamesTheNearest() {
        accept(
                        "{\"bot_id\":\"demo\",\"convesation_id\":\"c1\",\"text\":\"hi\",\"actor\":{\"actor_id\":\"u\",\"actorName\":\"Ada\"}}")
                .body(
                        "warnings",
                        contains(
                                "convesation_id is unknown and was ignored; the nearest name is conversation_id",
                                "actor.actorName is unknown and was ignored; the nearest name is actor_name"));
        accept(EventBodies.shortForm(UUID.randomUUID().toString()).toString()).body("warnings", nullValue());
    }

    @Test
    void withoutAnIdEachIsAnEventOfItsOwn() {
        String body = "{\"bot_id\":\"demo\",\"conversation_id\":\"c1\",\"text\":\"hello\"}";

        String first = accept(body).extract().path("event_id");

        assertThat(accept(body).extract().<String>path("event_id")).isNotEqualTo(first);
    }

    @Test
    void handsTheTraceOn() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        String id = UUID.randomUUID().toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            as("key-red")
                    .header("traceparent", trace)
                    .body(EventBodies.shortForm(id).toString())
                    .post(EVENTS);

            assertThat(events.await(1, r -> trace.equals(TopicConsumer.header(r, "traceparent"))))
                    .hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
            400 | bot_id | {"text":"hi"}
            400 | bot_id | {"bot_id":7,"text":"hi"}
            400 | text | {"bot_id":"b","text":{"a":1}}
            400 | text | {"bot_id":"b","text":"a\\u0000b"}
            400 | source | {"bot_id":"b","source":"pigeon","text":"hi"}
            400 | source | {"bot_id":"b","source":"scheduler","text":"hi"}
            400 | source | {"bot_id":"b","source":"platform","text":"hi"}
            400 | event_type | {"bot_id":"b","event_type":"run.completed"}
            400 | event_type | {"bot_id":"b","event_type":"com.telegram.chat_member"}
            400 | event_time | {"bot_id":"b","event_time":1000000000,"text":"hi"}
            400 | attachments[0].content | {"bot_id":"b","text":"hi","attachments":[{"artifact_id":"a","content":"AA=="}]}
            400 | - | [1,2]
            400 | - | {"bot_id":"b",
            400 | - | {"bot_id":"b","bot_id":"c","text":"hi"}
            400 | - | ~~
            404 | - | {"bot_id":"b","workspace_id":"blue","text":"hi"}
            """)
    void refusesWithTheFieldAndPublishesNothing(int status, String field, String body) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            as("key-red")
                    .body(body)
                    .post(EVENTS)
                    .then()
                    .statusCode(status)
                    .contentType("application/problem+json")
                    .body("status", equalTo(status))
                    .body("code", equalTo(status == 404 ? "not_found" : "invalid_argument"))
                    .body("field", field == null ? nullValue() : equalTo(field));

            assertThat(events.untilNow()).isEmpty();
        }
    }

    @Test
    void refusesWithoutAKeyOrWithAWrongOne() {
        String body = EventBodies.shortForm("e1").toString();
        for (RequestSpecification request :
                List.of(given(), as("key-green"), given().header("Authorization", "Basic eA=="))) {
            request.contentType("application/json")
                    .body(body)
                    .post(EVENTS)
                    .then()
                    .statusCode(401)
                    .header("WWW-Authenticate", equalTo("Bearer"))
                    .contentType("application/problem+json")
                    .body("code", equalTo("unauthorized"));
        }
    }

    @Test
    void refusesABodyOverOneMebibyteHoweverItIsSent() {
        String large =
                EventBodies.shortForm("e1").put("text", "x".repeat(1024 * 1024)).toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            as("key-red")
                    .body(large)
                    .post(EVENTS)
                    .then()
                    .statusCode(413)
                    .contentType("application/problem+json")
                    .body("code", equalTo("payload_too_large"));
            var untold = Chunked.post(EVENTS, "key-red", large);
            assertThat(untold.statusCode()).isEqualTo(413);
            assertThat(untold.body()).contains("payload_too_large");

            assertThat(events.untilNow()).isEmpty();
        }
    }

    @Test
    void refusesBodiesOfTooManyValuesAndAnswersEachOfManyAtOnce() {
        String flood = "{\"event_id\":\"e1\",\"extra\":[" + "{},".repeat(340_000) + "{}]}";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + RestAssured.port + EVENTS))
                .header("Authorization", "Bearer key-red")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(flood.getBytes(StandardCharsets.UTF_8)))
                .build();

        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 40)
                    .mapToObj(i -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                    .toList();

            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.join().statusCode()).isEqualTo(400);
                assertThat(answer.join().body()).contains("invalid_argument", "too many members and values");
            }
        }
        accept(EventBodies.shortForm(UUID.randomUUID().toString())
                .put("text", "x".repeat(100_000))
                .toString());
    }

    @Test
    void takesABodyOfUpToOneMebibyte() {
        String body = EventBodies.shortForm(UUID.randomUUID().toString())
                .put("ignored", "x".repeat(1024 * 1024 - 300))
                .toString();
        assertThat(body.length()).isLessThanOrEqualTo(1024 * 1024);

        accept(body);
    }

    @Test
    void refusesAnotherContentTypeMethodOrPath() {
        as("key-red")
                .contentType("text/plain")
                .body("hello")
                .post(EVENTS)
                .then()
                .statusCode(415)
                .header("Accept", equalTo("application/json"))
                .body("code", equalTo("unsupported_media_type"))
                .body("detail", equalTo("This path supports application/json, and no other Content-Type."));
        as("key-red")
                .get(EVENTS)
                .then()
                .statusCode(405)
                .header("Allow", equalTo("OPTIONS, POST"))
                .contentType("application/problem+json");
        as("key-red").get("/api/v1/nothing").then().statusCode(404).contentType("application/problem+json");
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"bot_id":7,"text":"hi"} | bot_id must be a string.
            {"bot_id":"b","text":{"a":1}} | text must be a string.
            {"bot_id":"b","attachments":7} | attachments must be an array.
            {"bot_id":"b","actor":"me"} | actor must be an object.
            {"bot_id":"b","event_time":"noon"} | event_time must be an integer.
            {"bot_id":"b","bot_id":"c","text":"hi"} | The body has the member bot_id twice.
            [1,2] | The body must be a JSON object.
            """)
    void saysInWordsOfJsonWhatAMemberHasToBe(String body, String detail) {
        as("key-red").body(body).post(EVENTS).then().statusCode(400).body("detail", equalTo(detail));
    }

    @Test
    void namesTheLimitAndTheSizeOfABodyThatIsTooLarge() {
        String large = "x".repeat(2 * 1024 * 1024 + 100 * 1024);

        as("key-red")
                .body(large)
                .post(EVENTS)
                .then()
                .statusCode(413)
                .body("detail", equalTo("The body is 2.098 MiB; the limit is 1 MiB."));
        assertThat(Chunked.post(EVENTS, "key-red", large).body())
                .contains("The body is larger than the limit of 1 MiB.");
    }

    @Test
    void namesACompressedBodyAsSuch() {
        as("key-red")
                .header("Content-Encoding", "gzip")
                .body("not looked at")
                .post(EVENTS)
                .then()
                .statusCode(415)
                .header("Accept-Encoding", equalTo("identity"))
                .body("detail", startsWith("Content-Encoding is not supported, gzip included"));
    }

    private static void assertTokenOpens(String stream, RunId runId, int partition) {
        String prefix = "/api/v1/runs/" + runId + "/stream?token=";
        assertThat(stream).startsWith(prefix);
        StreamTokenVerification verified = OLDER_AND_NEWER.verify(stream.substring(prefix.length()), Instant.now());
        assertThat(verified).isInstanceOfSatisfying(StreamTokenVerification.Valid.class, valid -> {
            StreamToken token = valid.token();
            assertThat(token.workspaceId()).isEqualTo("red");
            assertThat(token.runId()).isEqualTo(runId);
            assertThat(token.partition()).isEqualTo(partition);
        });
        assertThat(new String(Base64.getUrlDecoder()
                        .decode(stream.substring(prefix.length()).split("\\.")[0])))
                .contains("\"w\":\"red\"");
    }

    private static ValidatableResponse accept(String body) {
        return as("key-red").body(body).post(EVENTS).then().statusCode(202).contentType("application/json");
    }

    private static RequestSpecification as(String key) {
        return given().header("Authorization", "Bearer " + key).contentType("application/json");
    }
}
