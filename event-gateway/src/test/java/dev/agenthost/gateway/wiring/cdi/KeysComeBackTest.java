package dev.agenthost.gateway.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.platform.security.AuthenticationResult;
import dev.agenthost.platform.security.kafka.ApiKeyConsumer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.kafka.KafkaSettings;
import dev.agenthost.testkit.kafka.LocalKafka;
import dev.agenthost.testkit.kafka.TopicSet;
import dev.agenthost.testkit.process.FreePorts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the API keys of a service while the broker, or their topic, is unavailable. */
class KeysComeBackTest {

    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    Path data;

    @Test
    void aServiceIsNotCompleteBeforeItCouldReadAndThenForgetsNothingWhateverIsAway() throws Exception {
        KafkaSettings settings = new KafkaSettings(data, FreePorts.next(), FreePorts.next());
        Map<String, Object> address = Map.of("bootstrap.servers", settings.bootstrapServers());
        ApiKeyRegistry ring = new ApiKeyRegistry(List.of(), null);
        LocalKafka broker = LocalKafka.start(settings);
        try (ApiKeyConsumer reader = new ApiKeyConsumer(address, ring)) {
            reader.start();
            assertThat(ring.admit("Bearer first")).isEqualTo(new AuthenticationResult.StillReading());

            TopicSet.createWalk(broker.bootstrapServers());
            say(address, key("first"));
            await().atMost(LONG).until(() -> opens(ring, "first") && ring.isComplete());
            assertThat(ring.admit("Bearer second")).isEqualTo(new AuthenticationResult.WrongKey());

            broker.close();
            assertThat(opens(ring, "first")).isTrue();
            broker = LocalKafka.start(settings);
            say(address, key("second"));
            say(address, key("first").revoked(Instant.EPOCH, "ada"));
            await().atMost(LONG).until(() -> opens(ring, "second") && !opens(ring, "first"));
        } finally {
            broker.close();
        }
    }

    private static boolean opens(ApiKeyRegistry ring, String secret) {
        return ring.admit("Bearer " + secret) instanceof AuthenticationResult.Admitted;
    }

    private static void say(Map<String, Object> address, AccessKey key) throws Exception {
        try (var producer = new KafkaProducer<>(address, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.KEYS, key.recordKey(), ProtocolCodec.encode(key)))
                    .get();
        }
    }

    private static AccessKey key(String secret) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        return new AccessKey(
                "id-of-" + secret,
                "red",
                "k",
                KeyRole.VIEWER,
                List.of(),
                List.of(),
                List.of(),
                HexFormat.of().formatHex(digest),
                "last",
                Instant.EPOCH,
                "ada",
                null,
                null);
    }
}
