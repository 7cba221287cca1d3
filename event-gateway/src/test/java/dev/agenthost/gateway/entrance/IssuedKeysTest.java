package dev.agenthost.gateway.entrance;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys as they come on their topic, at a door that every service has; tried at this one. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class IssuedKeysTest {

    private static final String PROBE = "/api/v1/probe/workspaces/green";
    private static final Duration LONG = Duration.ofSeconds(60);

    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    @BeforeEach
    void ready() {
        await().atMost(LONG).until(() -> given().get("/q/health/ready").statusCode() == 200);
    }

    @AfterEach
    void close() {
        producer.close();
    }

    @Test
    void aKeyOpensFromItsRecordUntilItsRevocationWhateverComesLater() throws Exception {
        AccessKey made = key("secret-" + UUID.randomUUID());
        String secret = made.name();
        assertThat(status(secret)).isEqualTo(401);

        send(made.recordKey(), ProtocolCodec.encode(made));
        awaitStatus(secret, 200);

        AccessKey revoked = made.revoked(Instant.now(), "ada");
        send(revoked.recordKey(), ProtocolCodec.encode(revoked));
        awaitStatus(secret, 401);

        AccessKey after = key("secret-" + UUID.randomUUID());
        send(made.recordKey(), ProtocolCodec.encode(made));
        send(after.recordKey(), ProtocolCodec.encode(after));
        awaitStatus(after.name(), 200);
        assertThat(status(secret)).as("a late record of a revoked key").isEqualTo(401);
    }

    @Test
    void garbageOnTheTopicIsPassedOverWithAnErrorInTheLogAndStopsNothing() throws Exception {
        AccessKey forged = key("forged-" + UUID.randomUUID());
        LogRecorder log = new LogRecorder();
        Logger readers = Logger.getLogger("dev.agenthost.platform.security.kafka.ApiKeyConsumer");
        readers.addHandler(log);
        try {
            send("k", null);
            send("k", "hush-2".getBytes(StandardCharsets.UTF_8));
            send("k", "{\"key_id\":\"hush-3\"}".getBytes(StandardCharsets.UTF_8));
            send("k", new byte[] {0, (byte) 0xff, 7});
            send("another", ProtocolCodec.encode(forged));
            AccessKey after = key("secret-" + UUID.randomUUID());
            send(after.recordKey(), ProtocolCodec.encode(after));
            awaitStatus(after.name(), 200);
        } finally {
            readers.removeHandler(log);
        }
        assertThat(status(forged.name())).isEqualTo(401);
        assertThat(log.errors).hasSize(5).allMatch(line -> line.contains("offset=") && !line.contains("hush"));
        given().get("/q/health/ready").then().statusCode(200);
    }

    private void send(String key, byte[] value) throws Exception {
        producer.send(new ProducerRecord<>(Topics.KEYS, key.getBytes(StandardCharsets.UTF_8), value))
                .get();
    }

    /** The secret stands as the name, so that the test can use it; nothing of ours would write that. */
    private static AccessKey key(String secret) throws Exception {
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        return new AccessKey(
                UUID.randomUUID().toString(),
                "green",
                secret,
                KeyRole.VIEWER,
                List.of(),
                List.of(),
                List.of(),
                digest,
                "last",
                Instant.now(),
                "ada",
                null,
                null);
    }

    private static int status(String secret) {
        return given().header("Authorization", "Bearer " + secret).get(PROBE).statusCode();
    }

    private static void awaitStatus(String secret, int expected) {
        await().atMost(LONG).pollInterval(Duration.ofMillis(50)).until(() -> status(secret) == expected);
    }

    private static final class LogRecorder extends Handler {
        private final List<String> errors = new java.util.concurrent.CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
                errors.add(new org.jboss.logmanager.formatters.PatternFormatter("%s")
                        .format(org.jboss.logmanager.ExtLogRecord.wrap(record)));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
