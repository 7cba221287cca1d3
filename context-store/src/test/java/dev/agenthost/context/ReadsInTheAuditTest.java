package dev.agenthost.context;

import static dev.agenthost.context.fixture.ContextClient.get;
import static dev.agenthost.context.fixture.ContextClient.post;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.said;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.context.fixture.UploadFixture;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

/** Tests the audit of reads that take data out of the host, and of refused keys, over REST with real Kafka and PostgreSQL. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class ReadsInTheAuditTest {
    @Inject
    Pool pool;

    private final UploadFixture uploads = new UploadFixture();

    @Test
    void anExportIsRecorded() {
        String conversation = "c-" + UUID.randomUUID();

        get("/api/v1/conversations/export", "bot_id", "bot", "conversation_id", conversation)
                .statusCode(200);

        awaitEntries("demo", "conversation.export", "conversation/bot/" + conversation, 1);
    }

    @Test
    void aReadOfARawPayloadIsRecorded() {
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "u1", "hello", Instant.now());
        post("/internal/v1/raw-payloads/put", RawPayloadWrite.of(event, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
                .statusCode(200);

        get("/api/v1/artifacts/" + event.eventId() + "/raw").statusCode(200);

        awaitEntries("demo", "raw_payload.read", "raw_payload/" + event.eventId(), 1);
    }

    @Test
    void aLinkIsRecordedAtItsCreationAndFirstDownload() {
        String artifact = artifact("p.txt");
        String url = link(artifact);
        for (int i = 0; i < 3; i++) {
            given().urlEncodingEnabled(false).get(url).then().statusCode(200);
        }

        awaitEntries("demo", "artifact_link.create", "artifact/" + artifact, 1);
        assertThat(awaitEntries("demo", "artifact_link.read", "artifact/" + artifact, 1))
                .allSatisfy(detail -> assertThat(detail).contains("from 127.0.0.1"));
    }

    /** Each commit of an entry takes half a second here; an answer that does not wait for it is there before. */
    @Test
    void aReadIsRecordedBeforeItIsAnswered() {
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "u1", "hello", Instant.now());
        post("/internal/v1/raw-payloads/put", RawPayloadWrite.of(event, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
                .statusCode(200);
        String artifact = artifact("q.txt");
        run("create table committed_entries (entry text)");
        run("""
                create function commit_slowly() returns trigger language plpgsql as $$
                begin
                    perform pg_sleep(0.5);
                    insert into committed_entries values (new.entry);
                    return new;
                end $$
                """);
        run("create trigger slow before insert on context.audit_outbox for each row execute function commit_slowly()");
        try {
            get("/api/v1/conversations/export", "bot_id", "bot", "conversation_id", "c-slow")
                    .statusCode(200);
            assertThat(committed()).last().asString().contains("conversation.export", "conversation/bot/c-slow");

            get("/api/v1/artifacts/" + event.eventId() + "/raw").statusCode(200);
            assertThat(committed())
                    .last()
                    .asString()
                    .contains("raw_payload.read", event.eventId().toString());

            String url = link(artifact);
            assertThat(committed()).last().asString().contains("artifact_link.create", artifact);

            given().urlEncodingEnabled(false).get(url).then().statusCode(200);
            assertThat(committed()).last().asString().contains("artifact_link.read", artifact);
        } finally {
            run("drop trigger slow on context.audit_outbox");
            run("drop function commit_slowly()");
            run("drop table committed_entries");
        }
    }

    private String artifact(String name) {
        byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
        var begun = uploads.tus.begin(bytes.length, uploads.with("filename", name, "filetype", "text/plain"));
        uploads.tus.append(begun.extract().path("upload_id"), 0, bytes).statusCode(204);
        return begun.extract().path("artifact_id");
    }

    private static String link(String artifact) {
        return given().header("Authorization", "Bearer " + ContextSettings.API_KEY)
                .post("/api/v1/artifacts/{artifact}/links", artifact)
                .then()
                .statusCode(201)
                .extract()
                .path("url");
    }

    private void run(String sql) {
        pool.query(sql).executeAndAwait();
    }

    private List<String> committed() {
        List<String> entries = new ArrayList<>();
        pool.query("select entry from committed_entries")
                .executeAndAwait()
                .forEach(row -> entries.add(row.getString(0)));
        return entries;
    }

    @Test
    void refusedKeysAreRecordedWithTheirSourceAddress() {
        String path = "/api/v1/audit/" + UUID.randomUUID();
        int before = entries("demo", "key.refused", "address/127.0.0.1").size();
        for (int i = 0; i < 50; i++) {
            given().header("Authorization", "Bearer of-nobody").get(path).then().statusCode(401);
        }
        given().header("Authorization", "Bearer of-nobody").post(path.replace("/api", "/internal"));
        given().header("Authorization", "Bearer " + ContextSettings.VIEWER_KEY)
                .get("/api/v1/audit")
                .then()
                .statusCode(403);

        await().atMost(Duration.ofSeconds(60)).until(() -> entries("*", "key.refused", "address/127.0.0.1").stream()
                .anyMatch(detail -> detail.contains(path)));
        assertThat(entries("*", "key.refused", "address/127.0.0.1"))
                .filteredOn(detail -> detail.contains(path))
                .hasSizeLessThan(50);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> entries("demo", "key.refused", "address/127.0.0.1").size() > before);
    }

    @Test
    void theFirstRefusalOfEachAddressIsPublishedBeforeTheAnswer() throws IOException {
        ConversationKey key = new ConversationKey(PercentEncoding.encode("*"));
        TopicPartition partition = new TopicPartition(Topics.AUDIT, key.partition());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            for (int i = 20; i < 40; i++) {
                String address = "127.0.0." + i;
                long before = consumer.endOffsets(List.of(partition)).get(partition);

                assertThat(answerTo(address)).startsWith("HTTP/1.1 401");

                long after = consumer.endOffsets(List.of(partition)).get(partition);
                consumer.seek(partition, before);
                List<String> entries = new ArrayList<>();
                while (consumer.position(partition) < after) {
                    consumer.poll(Duration.ofMillis(200))
                            .forEach(record -> entries.add(new String(record.value(), StandardCharsets.UTF_8)));
                }
                assertThat(entries).anySatisfy(entry -> assertThat(entry).contains("key.refused", address));
            }
        }
    }

    /** The first line of the answer to a wrong key from this address of ours. */
    private static String answerTo(String address) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", RestAssured.port, InetAddress.getByName(address), 0)) {
            socket.getOutputStream()
                    .write("GET /api/v1/audit HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer of-nobody\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    private List<String> awaitEntries(String workspace, String action, String resource, int many) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> entries(workspace, action, resource).size() >= many);
        List<String> found = entries(workspace, action, resource);
        assertThat(found).hasSize(many);
        return found;
    }

    /** The details of these that are stored. */
    private List<String> entries(String workspace, String action, String resource) {
        List<String> details = new ArrayList<>();
        for (Row row : pool.preparedQuery("select coalesce(data ->> 'detail', '') from context.event_log"
                        + " where kind = 'audit' and workspace_id = $1 and type = $2 and data ->> 'resource' = $3")
                .execute(Tuple.of(workspace, action, resource))
                .await()
                .atMost(Duration.ofSeconds(10))) {
            details.add(row.getString(0));
        }
        return details;
    }
}
