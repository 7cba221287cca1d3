package dev.agenthost.gateway.deadletter.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.kafka.TopicSet;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters on a real broker. Test classes share the topics, so each test tells its records by its own values. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class DeadLetterResourceTest {
    private static final String ALL = "/api/v1/dead-letters";
    private static final String RECEIPTS = Topics.dlq(Topics.DELIVERY_RECEIPTS);
    private static final String CHAT = Topics.inbound("chat");

    private OpenApiValidationFilter api;

    @BeforeEach
    void describe() {
        api = OpenApiValidationFilter.of("event-gateway");
    }

    /** The whole way: a malformed record is dead-lettered by the service, shown, redriven, and comes back as such. */
    @Test
    void aMalformedRecordIsListedRedrivenAndComesBackWithItsCount() throws Exception {
        TopicSet.createAdapter(KafkaTestBroker.bootstrapServers(), "chat");
        byte[] value = ("no json " + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
        String key = UUID.randomUUID().toString();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT);
                TopicConsumer dead = TopicConsumer.fromStart(Topics.dlq(CHAT))) {
            send(new ProducerRecord<>(CHAT, 5, key.getBytes(StandardCharsets.UTF_8), value));
            ConsumerRecord<byte[], byte[]> first =
                    dead.await(1, record -> hasKey(record, key)).getFirst();
            String position = first.partition() + "@" + first.offset();

            as("key-red")
                    .get(ALL + "/" + first.topic() + "/" + first.partition() + "/" + first.offset())
                    .then()
                    .statusCode(200)
                    .body("reason", equalTo("undecodable"))
                    .body("workspace_id", equalTo("red"))
                    .body("status", equalTo("open"))
                    .body("redrive_count", equalTo(0))
                    .body("key", equalTo(key))
                    .body("value_format", equalTo("text"))
                    .body("value", equalTo(new String(value, StandardCharsets.UTF_8)))
                    .body("headers.name", hasItem(DeadLetterHeaders.REASON));

            redrive("key-red", first.topic(), "{\"positions\":[\"" + position + "\"]}")
                    .body("dry_run", equalTo(true))
                    .body("items.outcome", contains("planned"));
            ValidatableResponse done = redrive(
                            "key-red", first.topic(), "{\"positions\":[\"" + position + "\"],\"dry_run\":false}")
                    .body("redriven", equalTo(1))
                    .body("items.outcome", contains("redriven"))
                    .body("items.redrive_count", contains(1));

            ConsumerRecord<byte[], byte[]> second =
                    dead.await(2, record -> hasKey(record, key)).getLast();
            assertThat(second.value()).isEqualTo(value);
            assertThat(TopicConsumer.header(second, DeadLetterHeaders.PARTITION))
                    .isEqualTo("5");
            assertThat(TopicConsumer.header(second, "agenthost-redriven-from"))
                    .isEqualTo(first.topic() + "/" + position);
            assertThat(TopicConsumer.header(second, "agenthost-redrive-count")).isEqualTo("1");
            assertThat(given().get("/q/metrics").asString())
                    .contains("agenthost_gateway_redrives_total{outcome=\"redriven\",topic=\"" + CHAT + "\"} ");
            String redriven = done.extract().path("items[0].redriven_to");
            assertThat(redriven).isEqualTo(CHAT + "/5@" + TopicConsumer.header(second, DeadLetterHeaders.OFFSET));
            as("key-red")
                    .get(ALL + "/" + first.topic() + "?status=redriven")
                    .then()
                    .statusCode(200)
                    .body(
                            "items.find { it.position == '" + first.topic() + "/" + position + "' }.redriven_to",
                            equalTo(redriven));
            as("key-red")
                    .get(ALL + "/" + second.topic() + "/" + second.partition() + "/" + second.offset())
                    .then()
                    .body("redrive_count", equalTo(1))
                    .body("redriven_from", equalTo(first.topic() + "/" + position))
                    .body("status", equalTo("open"));
            String id = done.extract().path("redrive_id");
            assertThat(audit.await(1, entry -> text(entry).contains(id)).getFirst())
                    .satisfies(entry -> {
                        JsonNode read = ProtocolCodec.readTree(entry.value());
                        assertThat(read.path("action").asText()).isEqualTo("dead_letter.redrive");
                        assertThat(read.path("actor").asText()).isEqualTo("red");
                        assertThat(read.path("workspace_id").asText()).isEqualTo("red");
                        assertThat(read.path("detail").asText()).isEqualTo("1 of redrive " + id + ": " + position);
                    });
            assertThat(audit.await(1, entry -> text(entry).contains("dead_letter.read")))
                    .isNotEmpty();
        }
    }

    @Test
    void aKeyReadsTheRecordsOfItsWorkspaceAndTheHostKeyAll() throws Exception {
        long red = dead(RECEIPTS, "red", "{\"a\":1}");
        long blue = dead(RECEIPTS, "blue", "x");
        long none = dead(RECEIPTS, null, "x");

        assertThat(offsets("key-red")).contains(red).doesNotContain(blue, none);
        assertThat(offsets("key-blue")).contains(blue).doesNotContain(red, none);
        assertThat(offsets("key-host")).contains(red, blue, none);
        as("key-red").get(ALL + "/" + RECEIPTS + "/0/" + blue).then().statusCode(404);
        as("key-red").get(ALL + "/" + RECEIPTS + "/0/" + none).then().statusCode(404);
        as("key-red")
                .get(ALL + "/" + RECEIPTS + "/0/" + red)
                .then()
                .statusCode(200)
                .body("value_format", equalTo("json"))
                .body("value.a", equalTo(1));
        redrive("key-red", RECEIPTS, "{\"positions\":[\"0@" + blue + "\",\"0@" + none + "\"],\"dry_run\":false}")
                .body("redriven", equalTo(0))
                .body("items.size()", equalTo(0));
        assertThat(as("key-host")
                        .get(ALL + "/" + RECEIPTS + "/0/" + blue)
                        .jsonPath()
                        .getString("status"))
                .isEqualTo("open");
        as("key-red")
                .get(ALL)
                .then()
                .statusCode(200)
                .body("items.findAll { it.topic == '" + RECEIPTS + "' }.reason", contains("invalid"));
    }

    /** The writer of a record chooses its headers; they send it to no other topic. */
    @Test
    void aDeadLetterThatNamesAnotherTopicIsNotRedriven() throws Exception {
        String id = UUID.randomUUID().toString();
        long offset = dead(RECEIPTS, "red", id.getBytes(StandardCharsets.UTF_8), Topics.RUN_RESULTS);

        redrive("key-host", RECEIPTS, "{\"positions\":[\"0@" + offset + "\"],\"dry_run\":false}")
                .body("redriven", equalTo(0))
                .body("items.outcome", contains("no_origin"));
        assertThat(TopicConsumer.all(Topics.RUN_RESULTS))
                .noneMatch(record -> text(record).contains(id));
    }

    @Test
    void anAdaptersTopicExistsForItsWorkspaceAndTheHostKey() {
        TopicSet.createAdapter(KafkaTestBroker.bootstrapServers(), "quiet");
        String quiet = ALL + "/" + Topics.dlq(Topics.inbound("quiet"));

        as("key-blue").get(quiet).then().statusCode(200);
        as("key-host").get(quiet).then().statusCode(200);
        as("key-red").get(quiet).then().statusCode(404);
        as("key-red").get(quiet + "/0/0").then().statusCode(404);
        as("key-red").body("{}").post(quiet + "/redrive").then().statusCode(404);
    }

    @Test
    void showsTheBeginningOfALargeValueAndBytesAsBase64() throws Exception {
        long large = dead(RECEIPTS, "red", "é".repeat(40_000));
        long binary = dead(RECEIPTS, "red", new byte[] {(byte) 0xFF, 0});

        String shown = as("key-red")
                .get(ALL + "/" + RECEIPTS + "/0/" + large)
                .then()
                .body("value_truncated", equalTo(true))
                .body("size", equalTo(80_000))
                .extract()
                .path("value");
        assertThat(shown).isEqualTo("é".repeat(32 * 1024));
        as("key-red")
                .get(ALL + "/" + RECEIPTS + "/0/" + binary)
                .then()
                .body("value_format", equalTo("base64"))
                .body("value", equalTo("/wA="));
    }

    @Test
    void pagesGoOn() throws Exception {
        long older = dead(RECEIPTS, "red", "1");
        long newer = dead(RECEIPTS, "red", "2");

        ValidatableResponse first = as("key-red")
                .get(ALL + "/" + RECEIPTS + "?limit=1&reason=invalid&status=open")
                .then()
                .statusCode(200)
                .body("items.position", contains(RECEIPTS + "/0@" + newer));
        as("key-red")
                .get(ALL + "/" + RECEIPTS + "?limit=1&cursor=" + first.extract().path("next_cursor"))
                .then()
                .body("items.position", contains(RECEIPTS + "/0@" + older));
    }

    @ParameterizedTest
    @CsvSource({
        "limit, limit=0",
        "limit, limit=101",
        "reason, reason=because",
        "status, status=done",
        "cursor, cursor=x",
        "cursor, cursor=",
        "stat, stat=open"
    })
    void refusesAParameterAndNamesIt(String field, String query) {
        as("key-red")
                .get(ALL + "/" + RECEIPTS + "?" + query)
                .then()
                .statusCode(400)
                .body("field", equalTo(field));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '~', textBlock = """
            positions | {"positions":["5"]}
            positions | {"positions":["agent.audit.dlq/0@5"]}
            positions | {"positions":[null]}
            positions | {"positions":"0@5"}
            reason | {"reason":"because"}
            dry_run | {"dry_run":"no"}
            dryrun | {"dryrun":false}
            - | {
            """)
    void refusesABodyAndNamesTheMember(String field, String body) {
        as("key-red")
                .body(body)
                .post(ALL + "/" + RECEIPTS + "/redrive")
                .then()
                .statusCode(400)
                .body("field", field == null ? nullValue() : equalTo(field));
    }

    @ParameterizedTest
    @CsvSource({
        "404, /orders.dlq",
        "404, /agent.events",
        "404, /agent.inbound.nobody.dlq",
        "404, /agent.delivery-receipts.dlq/0/999999999",
        "404, /agent.delivery-receipts.dlq/7/0",
        "400, /agent.delivery-receipts.dlq/x/0",
        "400, /agent.delivery-receipts.dlq/0/-1"
    })
    void answersWhatDoesNotExist(int status, String path) {
        as("key-host").get(ALL + path).then().statusCode(status);
    }

    @Test
    void isForAdminsAndTheHostKey() {
        for (String key : new String[] {"key-viewer", "key-operator", "key-adapter"}) {
            as(key).get(ALL).then().statusCode(403);
            as(key).body("{}").post(ALL + "/" + RECEIPTS + "/redrive").then().statusCode(403);
        }
        given().filter(api).get(ALL).then().statusCode(401);
    }

    /** But for 413, where the service hangs up while it is sent too much, and 500 and 503, which need a broken Kafka. */
    @Test
    void everyDescribedAnswerIsGiven() throws Exception {
        long offset = dead(RECEIPTS, "red", "{}");
        String topic = ALL + "/" + RECEIPTS;
        String none = ALL + "/agent.none.dlq";
        for (String path : List.of(ALL, topic, topic + "/0/" + offset)) {
            as("key-red").get(path).then().statusCode(200);
            as("key-viewer").get(path).then().statusCode(403);
            given().filter(api).get(path).then().statusCode(401);
        }
        as("key-red").get(topic + "?limit=x").then().statusCode(400);
        as("key-red").get(topic + "/x/0").then().statusCode(400);
        as("key-red").get(none).then().statusCode(404);
        as("key-red").get(none + "/0/0").then().statusCode(404);
        redrive("key-red", RECEIPTS, "{}");
        as("key-red").body("{").post(topic + "/redrive").then().statusCode(400);
        as("key-viewer").body("{}").post(topic + "/redrive").then().statusCode(403);
        as("key-red").body("{}").post(none + "/redrive").then().statusCode(404);
        as("key-red")
                .contentType("text/plain")
                .body("x")
                .post(topic + "/redrive")
                .then()
                .statusCode(415);
        given().filter(api)
                .contentType("application/json")
                .body("{}")
                .post(topic + "/redrive")
                .then()
                .statusCode(401);

        assertThat(api.unseen("413", "500", "503"))
                .filteredOn(answer -> answer.contains("DeadLetter"))
                .isEmpty();
    }

    private List<Long> offsets(String key) {
        return as(key)
                .get(ALL + "/" + RECEIPTS + "?limit=100")
                .jsonPath()
                .getList("items.position", String.class)
                .stream()
                .map(RecordPosition::parse)
                .map(RecordPosition::offset)
                .toList();
    }

    private ValidatableResponse redrive(String key, String topic, String body) {
        return as(key).body(body).post(ALL + "/" + topic + "/redrive").then().statusCode(200);
    }

    /** Writes a dead letter as a service does, and returns its offset. */
    private static long dead(String topic, String workspace, String value) throws Exception {
        return dead(topic, workspace, value.getBytes(StandardCharsets.UTF_8));
    }

    private static long dead(String topic, String workspace, byte[] value) throws Exception {
        return dead(topic, workspace, value, topic.replaceFirst("\\.dlq$", ""));
    }

    private static long dead(String topic, String workspace, byte[] value, String original) throws Exception {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, null, value);
        if (workspace != null) {
            record.headers().add("agenthost-workspace", workspace.getBytes(StandardCharsets.UTF_8));
        }
        DeadLetterHeaders.of(DeadLetterReason.INVALID, "part is missing", new RecordPosition(original, 1, 0))
                .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return send(record);
    }

    private static long send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            return producer.send(record).get().offset();
        }
    }

    private static boolean hasKey(ConsumerRecord<byte[], byte[]> record, String key) {
        return record.key() != null && new String(record.key(), StandardCharsets.UTF_8).equals(key);
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    private RequestSpecification as(String key) {
        return given().filter(api).header("Authorization", "Bearer " + key).contentType("application/json");
    }
}
