package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Runners that connect with an issued key. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class IssuedKeyTest extends SocketCase {
    private final String secret = "ah_runner_" + UUID.randomUUID();

    @Test
    void aRunnersKeyLetsItInUntilItIsRevokedAndThenItsConnectionIsClosed() {
        AccessKey key = key(KeyRole.RUNNER, List.of("peer/*"));
        say(key);
        eventually(() -> knows("Bearer " + secret));
        try (ScriptedPlugin plugin = ScriptedPlugin.ready(vertx, address.getPort(), secret)) {
            eventually(() -> room() == 128);

            say(key.revoked(Instant.now(), "ada"));

            assertThat(plugin.closed()).isEqualTo((short) 4401);
            eventually(() -> executor.room().isEmpty());
        }
        refused(4401);
        assertThat(upgrade()).isEqualTo(401);
    }

    @Test
    void itRegistersItsPluginsOnly() {
        say(key(KeyRole.RUNNER, List.of("acme/*")));
        eventually(() -> knows("Bearer " + secret));
        refused(4403);
    }

    @Test
    void aKeyOfAnotherRoleLetsNoRunnerIn() {
        say(key(KeyRole.ADMIN, List.of()));
        eventually(() -> knows("Bearer " + secret));
        refused(4401);
        assertThat(upgrade()).isEqualTo(401);
    }

    /** The status of an upgrade with the key in its header. */
    private int upgrade() {
        return ScriptedPlugin.refused(vertx, address.getPort(), Map.of("Authorization", "Bearer " + secret))
                .getStatus();
    }

    private void refused(int code) {
        try (ScriptedPlugin plugin = ScriptedPlugin.dial(vertx, address.getPort(), Map.of())) {
            plugin.ask("register_plugin", ScriptedPlugin.registration("peer", "probe-runner", secret));
            assertThat(plugin.closed()).isEqualTo((short) code);
        }
    }

    /** Returns true if the key is known: any answer but 401. A runner's key has no right to read. */
    private boolean knows(String authorization) {
        return RestAssured.given()
                        .port(address.getPort())
                        .header("Authorization", authorization)
                        .get("/api/v1/runners")
                        .statusCode()
                != 401;
    }

    private AccessKey key(KeyRole role, List<String> plugins) {
        return new AccessKey(
                UUID.randomUUID().toString(),
                "ws-1",
                "ours",
                role,
                List.of(),
                plugins,
                plugins.isEmpty() ? List.of() : List.of("ws-1"),
                Sha256.hex(secret),
                "last",
                Instant.now(),
                "ada",
                null,
                null);
    }

    private static void say(AccessKey key) {
        try (var producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.KEYS, key.recordKey(), ProtocolCodec.encode(key)));
        }
    }
}
