package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests access to a live stream. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class StreamAccessTest extends LiveStreams {
    @Test
    void aKeyOpensTheRunsOfItsWorkspaceOnly() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        awaitApplied(run);
        assertThat(withKey(run.runId(), DeliverySettings.KEY).rest()).hasSize(8);
        EventSource others = withKey(run.runId(), DeliverySettings.OTHER_KEY);
        EventSource unknown = withKey(new RunId(UUID.randomUUID()), DeliverySettings.OTHER_KEY);
        assertThat(others.status()).isEqualTo(404).isEqualTo(unknown.status());
        assertThat(others.body()).isEqualTo(unknown.body()).contains("\"code\":\"not_found\"");
    }

    @Test
    void toolParametersAreForOperatorsAndNotForHoldersOfAToken() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.started(),
                new ToolCallStarted(
                        "c1", "pay", JsonNodeFactory.instance.objectNode().put("iban", "DE1")),
                new StateUpdated(StateScope.CONVERSATION, "k", TextNode.valueOf("DE2")),
                DeliveredRun.completed()));
        awaitApplied(run);
        String address = path(run.runId(), DeliverySettings.token(run.workspace(), run.runId(), partition(run)));

        String withToken = String.join("", EventSource.open(baseUrl, address).rest());
        String resumed = String.join(
                "", EventSource.open(baseUrl, address, "Last-Event-ID", "1-1").rest());
        String withKey =
                String.join("", withKey(run.runId(), DeliverySettings.KEY).rest());

        assertThat(withToken)
                .doesNotContain("DE1", "DE2")
                .contains("\"tool_name\":\"pay\"")
                .endsWith(resumed);
        assertThat(withKey).contains("DE1", "DE2");
    }

    @Test
    void aTokenWithAKeyOfAnotherWorkspaceEqualsAForgedOne() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        awaitApplied(run);
        String live = DeliverySettings.token(run.workspace(), run.runId(), partition(run));
        String forged = DeliverySettings.foreignToken(run.workspace(), run.runId(), partition(run));
        EventSource otherKey = EventSource.open(
                baseUrl, path(run.runId(), live), "Authorization", "Bearer " + DeliverySettings.OTHER_KEY);
        EventSource forger = EventSource.open(
                baseUrl, path(run.runId(), forged), "Authorization", "Bearer " + DeliverySettings.OTHER_KEY);
        assertThat(otherKey.status()).isEqualTo(401).isEqualTo(forger.status());
        assertThat(otherKey.body()).isEqualTo(forger.body());
        assertThat(EventSource.open(baseUrl, path(run.runId(), live), "Authorization", "Bearer " + DeliverySettings.KEY)
                        .rest())
                .hasSize(8);
    }

    @Test
    void aStreamThatAKeyOpenedEndsWithTheKey() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.started()));
        awaitKnown(run);
        String secret = "ah_viewer_" + UUID.randomUUID();
        AccessKey key = new AccessKey(
                UUID.randomUUID().toString(),
                "demo",
                "desk",
                KeyRole.VIEWER,
                List.of(),
                List.of(),
                List.of(),
                DeliverySettings.sha256(secret),
                "last",
                Instant.now(),
                "ada",
                null,
                null);
        DeliveryTopics.publish(key);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> withKey(new RunId(UUID.randomUUID()), secret).status() == 404);
        try (EventSource stream = withKey(run.runId(), secret)) {
            assertThat(stream.status()).isEqualTo(200);
            stream.next();

            DeliveryTopics.publish(key.revoked(Instant.now(), "ada"));

            assertThatThrownBy(stream::rest).hasRootCauseInstanceOf(IOException.class);
        }
        assertThat(withKey(run.runId(), secret).status()).isEqualTo(401);
    }

    @Test
    void aKeyWithoutReadRightOpensNoStreamOfKnownOrUnknownRuns() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        awaitApplied(run);
        String adapter = DeliverySettings.ADAPTER_KEY;
        assertThat(withKey(run.runId(), adapter).status()).isEqualTo(403);
        assertThat(withKey(run.runId(), adapter).body())
                .isEqualTo(withKey(new RunId(UUID.randomUUID()), adapter).body())
                .contains("\"code\":\"forbidden\"");
    }

    @Test
    void aTokenThatAnOlderKeySignedStillOpens() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        String token = DeliverySettings.tokenOfTheOldKey("demo", run.runId(), partition(run));
        assertThat(EventSource.open(baseUrl, path(run.runId(), token)).rest()).hasSize(8);
    }

    @Test
    void aTokenOfAnotherWorkspaceDoesNotOpenTheRun() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        awaitApplied(run);
        String token = DeliverySettings.token("other", run.runId(), partition(run));
        try (EventSource stream = EventSource.open(baseUrl, path(run.runId(), token))) {
            assertThat(stream.status()).isEqualTo(200);
            DeliveryTopics.publish(run.ofWorkspace("other").record(1, 1, run.started(), DeliveredRun.completed()));
            assertThat(stream.rest()).hasSize(2);
        }
    }

    @Test
    void refusesWithoutASufficientKey() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        RunId id = run.runId();
        int partition = partition(run);
        assertThat(status("/api/v1/runs/" + id + "/stream")).isEqualTo(401);
        assertThat(status(path(id, ""))).isEqualTo(401);
        assertThat(status(path(id, "garbage"))).isEqualTo(401);
        assertThat(status(path(id, "a.b.c"))).isEqualTo(401);
        assertThat(status(path(id, DeliverySettings.foreignToken("demo", id, partition))))
                .isEqualTo(401);
        assertThat(status(path(id, DeliverySettings.expiredToken("demo", id, partition))))
                .isEqualTo(401);
        assertThat(withKey(id, "wrong").status()).isEqualTo(401);
        RunId another = new RunId(UUID.randomUUID());
        assertThat(status(path(another, DeliverySettings.token("demo", id, partition))))
                .isEqualTo(401);
        assertThat(status("/api/v1/runs/nonsense/stream?token=" + DeliverySettings.token("demo", id, partition)))
                .isEqualTo(401);
    }

    private void awaitKnown(DeliveredRun run) {
        await().atMost(Duration.ofSeconds(20)).until(() -> repository
                .find(new RunKey(run.workspace(), run.runId()))
                .await()
                .atMost(Duration.ofSeconds(5))
                .isPresent());
    }

    private EventSource withKey(RunId run, String key) {
        return EventSource.open(baseUrl, "/api/v1/runs/" + run + "/stream", "Authorization", "Bearer " + key);
    }
}
