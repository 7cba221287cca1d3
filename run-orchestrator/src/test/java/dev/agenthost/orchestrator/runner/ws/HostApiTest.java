package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RunnerHalf.class)
class HostApiTest extends HostApiCase {
    @ConfigProperty(name = "kafka.bootstrap.servers")
    String broker;

    @Inject
    Pool pool;

    @Test
    void theVersionNeedsNoRun() {
        assertThat(plugin.call("get_langbot_version", json("{}")).path("data"))
                .isEqualTo(json("{\"version\":\"v4.11.0\"}"));
    }

    @Test
    void everyOtherCallNeedsARun() {
        assertThat(error(plugin.call("state_get", json("{\"scope\":\"actor\",\"key\":\"k\"}"))))
                .isEqualTo("invalid_argument");
        assertThat(error(plugin.call("state_get", json("[]")))).isEqualTo("invalid_argument");
        assertThat(error(plugin.call("state_get", json("{\"run_id\":\"ghost\",\"scope\":\"actor\",\"key\":\"k\"}"))))
                .isEqualTo("not_found");
    }

    @Test
    void anotherConnectionsRunDoesNotExist() {
        try (ScriptedPlugin other = ready()) {
            JsonNode answer = other.call("state_get", data("{\"scope\":\"actor\",\"key\":\"k\"}"));

            assertThat(error(answer)).isEqualTo("not_found");
            assertThat(answer.path("message").asText()).contains("not found or expired");
        }
    }

    @Test
    void anErrorIsStructuredAndCoded() {
        JsonNode answer = plugin.call("state_get", data("{\"scope\":\"workspace\",\"key\":\"k\"}"));

        assertThat(answer.path("code").intValue()).isEqualTo(1);
        assertThat(answer.path("chunk_status").asText()).isEqualTo("continue");
        assertThat(answer.at("/data/error/code").asText()).isEqualTo("unauthorized");
        assertThat(answer.at("/data/error/message").asText())
                .isEqualTo(answer.path("message").asText());
        assertThat(answer.at("/data/error/retryable").isBoolean()).isTrue();
        assertThat(answer.at("/data/error/details").isObject()).isTrue();
    }

    @Test
    void readsAndWritesState() {
        String key = "{\"scope\":\"conversation\",\"key\":\"external.k\"}";

        assertThat(served("state_get", key)).isEqualTo(json("{\"value\":null}"));
        assertThat(served("state_set", "{\"scope\":\"conversation\",\"key\":\"external.k\",\"value\":{\"n\":1}}"))
                .isEqualTo(json("{\"success\":true}"));
        assertThat(served("state_get", key)).isEqualTo(json("{\"value\":{\"n\":1}}"));
        assertThat(served("state_list", "{\"scope\":\"conversation\",\"prefix\":\"external.\",\"limit\":100}"))
                .isEqualTo(json("{\"keys\":[\"external.k\"],\"has_more\":false}"));
        assertThat(served("state_delete", key)).isEqualTo(json("{\"success\":true}"));
        assertThat(served("state_delete", key)).isEqualTo(json("{\"success\":false}"));
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
        List<JsonNode> changes = FakeContextStore.requests("/state/delete");
        assertThat(changes.get(0).path("operation_id"))
                .isNotEqualTo(changes.get(1).path("operation_id"));
        assertThat(changes.getFirst().at("/key/subject").asText()).isEqualTo("conv-1/");
    }

    @Test
    void severalChangesOfAScopeAreOneCall() {
        served("state_set", "{\"scope\":\"conversation\",\"key\":\"batch.old\",\"value\":1}");

        assertThat(
                        served(
                                "state_apply",
                                "{\"scope\":\"conversation\",\"changes\":[{\"key\":\"batch.a\",\"value\":{\"n\":1}},"
                                        + "{\"key\":\"batch.b\",\"value\":2,\"if_absent\":true},{\"key\":\"batch.old\",\"delete\":true}]}"))
                .isEqualTo(json("{\"success\":true}"));

        assertThat(served("state_list", "{\"scope\":\"conversation\",\"prefix\":\"batch.\",\"limit\":100}"))
                .isEqualTo(json("{\"keys\":[\"batch.a\",\"batch.b\"],\"has_more\":false}"));
        JsonNode asked = FakeContextStore.requests("/state/apply").getLast();
        assertThat(asked.path("operation_id").asText()).startsWith("1/call/");
        assertThat(asked.at("/key/subject").asText()).isEqualTo("conv-1/");
        assertThat(asked.path("changes").toString())
                .isEqualTo(
                        "[{\"key\":\"batch.a\",\"value\":{\"n\":1}},"
                                + "{\"key\":\"batch.b\",\"value\":2,\"if_absent\":true},{\"key\":\"batch.old\",\"delete\":true}]");
    }

    @Test
    void refusesInvalidChangesBeforeAnyRequest() {
        String large = "x".repeat(256 * 1024);
        assertThat(refused("state_apply", changes("{\"key\":\"k\",\"value\":\"" + large + "\"}")))
                .isEqualTo("payload_too_large");
        String many = IntStream.rangeClosed(0, 20)
                .mapToObj(i -> "{\"key\":\"k" + i + "\",\"value\":1}")
                .collect(Collectors.joining(","));
        for (String invalid : List.of(
                "",
                many,
                "7",
                "{\"value\":1}",
                "{\"key\":\"k\"}",
                "{\"key\":7,\"value\":1}",
                "{\"key\":\"a\\u0000b\",\"value\":1}",
                "{\"key\":\"k\",\"value\":\"\\u0000\"}",
                "{\"key\":\"k\",\"value\":1,\"delete\":true}",
                "{\"key\":\"k\",\"delete\":true,\"if_absent\":true}",
                "{\"key\":\"k\",\"value\":1,\"if_match\":\"\"}",
                "{\"key\":\"k\",\"value\":1,\"if_match\":\"e\",\"if_absent\":true}",
                "{\"key\":\"k\",\"value\":1},{\"key\":\"k\",\"delete\":true}",
                "{\"key\":\"conversation_id\",\"value\":1},{\"key\":\"external.conversation_id\",\"value\":2}")) {
            assertThat(refused("state_apply", changes(invalid))).as(invalid).isEqualTo("invalid_argument");
        }
        assertThat(refused("state_apply", "{\"scope\":\"actor\",\"changes\":{}}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_apply", "{\"scope\":\"workspace\",\"changes\":[{\"key\":\"k\",\"value\":1}]}"))
                .isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/state/apply")).isEmpty();

        FakeContextStore.TROUBLE.put(
                "/internal/v1/state/apply", new FakeContextStore.Problem(412, "precondition_failed"));
        assertThat(refused("state_apply", changes("{\"key\":\"k\",\"value\":1,\"if_match\":\"e0\"}")))
                .isEqualTo("conflict");
    }

    private static String changes(String changes) {
        return "{\"scope\":\"actor\",\"changes\":[" + changes + "]}";
    }

    @Test
    void theOldNameOfTheExternalConversationIsAnAlias() {
        served("state_set", "{\"scope\":\"conversation\",\"key\":\"conversation_id\",\"value\":\"abc\"}");

        assertThat(served("state_get", "{\"scope\":\"conversation\",\"key\":\"external.conversation_id\"}"))
                .isEqualTo(json("{\"value\":\"abc\"}"));
    }

    @Test
    void refusesAWrongEtagAndAcceptsARightOne() {
        served("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1,\"if_match\":\"e1\"}");
        served("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1,\"if_absent\":true}");
        assertThat(FakeContextStore.requests("/state/set"))
                .extracting(asked -> asked.path("if_match").asText()
                        + asked.path("if_absent").asText())
                .containsExactly("e1", "true");

        FakeContextStore.TROUBLE.put(
                "/internal/v1/state/set", new FakeContextStore.Problem(412, "precondition_failed"));
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1,\"if_match\":\"e0\"}"))
                .isEqualTo("conflict");
    }

    @Test
    void refusesInvalidStateBeforeAnyRequest() {
        String large = "x".repeat(256 * 1024);
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":\"" + large + "\"}"))
                .isEqualTo("payload_too_large");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("invalid_argument");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"\",\"value\":1}"))
                .isEqualTo("invalid_argument");
        for (String key : List.of("a\\nb", "a\\u202eb", "n".repeat(256))) {
            assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"" + key + "\",\"value\":1}"))
                    .as(key)
                    .isEqualTo("invalid_argument");
        }
        for (String odd : List.of("\"prefix\":7", "\"after\":{}", "\"limit\":\"x\"")) {
            assertThat(refused("state_list", "{\"scope\":\"actor\"," + odd + "}"))
                    .as(odd)
                    .isEqualTo("invalid_argument");
        }
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":7,\"value\":1}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":\"\\u0000\"}"))
                .isEqualTo("invalid_argument");
        for (String odd : List.of(
                "\"if_match\":7",
                "\"if_match\":\"\"",
                "\"if_match\":\"a b\"",
                "\"if_absent\":\"yes\"",
                "\"if_match\":\"e\",\"if_absent\":true")) {
            assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1," + odd + "}"))
                    .isEqualTo("invalid_argument");
        }
        assertThat(refused("state_delete", "{\"scope\":\"actor\",\"key\":\"k\",\"if_match\":7}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_list", "{\"scope\":\"actor\",\"after\":\"\\u0000\"}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_get", "{\"scope\":\"galaxy\",\"key\":\"k\"}")).isEqualTo("invalid_argument");
        assertThat(FakeContextStore.requests("/state/set")).isEmpty();
    }

    @Test
    void aCancelledRunMayReadOnlyItself() {
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(Instant.ofEpochSecond(1795219976)));
        execution.cancel(FailureCode.CANCELLED);

        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("unauthorized");
        assertThat(refused("run_get", "{\"target_run_id\":\"" + java.util.UUID.randomUUID() + "\"}"))
                .isEqualTo("unauthorized");
        assertThat(served("run_get", "{}").path("cancel_requested_at").longValue())
                .isEqualTo(1795219976);
    }

    @Test
    void anEndedRunMayCallNothing() {
        execution.seal();
        execution.close();

        assertThat(refused("run_get", "{}")).isEqualTo("not_found");
        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("not_found");
    }

    @Test
    void refusesARunPastItsDeadline() {
        execution.close();
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), ClaimedRuns.binding(), 1, Instant.now().minusSeconds(1)));

        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("deadline_exceeded");
    }

    @Test
    void refusesCallsWithAnOverdueLease() {
        RunnerHalf.ScriptedOwnership.mayAct = false;
        JsonNode answer = plugin.call("state_get", data("{\"scope\":\"actor\",\"key\":\"k\"}"));

        assertThat(error(answer)).isEqualTo("runtime_error");
        assertThat(answer.at("/data/error/retryable").booleanValue()).isTrue();
    }

    @Test
    void anEffectOfARunOfAnotherOwnerIsRefused() {
        RunnerHalf.ScriptedOwnership.ours = false;

        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}"))
                .isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/state/set")).isEmpty();
    }

    @Test
    void aFenceInContextStoreMeansThatTheRunIsOver() {
        FakeContextStore.TROUBLE.put("/internal/v1/state/set", new FakeContextStore.Problem(409, "conflict"));

        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}"))
                .isEqualTo("not_found");
    }

    @Test
    void aRunThatIsNotToBeSteeredPullsNothing() {
        assertThat(runRequest
                        .at("/data/context/context/available_apis/steering_pull")
                        .booleanValue())
                .isFalse();
        assertThat(refused("steering_pull", "{\"mode\":\"all\"}")).isEqualTo("unauthorized");
    }

    @Test
    void anActionThatDoesNotExistIsRefused() {
        assertThat(refused("no_such_action", "{}")).isEqualTo("invalid_argument");
    }

    @Test
    void aDatabaseWhoseClockIsBehindShortensNoRun() {
        restart(Instant.now().minusSeconds(3600), Duration.ofSeconds(60));
        served("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}");
    }

    @Test
    void aDatabaseWhoseClockIsAheadProlongsNoRun() {
        restart(Instant.now().plusSeconds(3600), Duration.ZERO);
        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("deadline_exceeded");
    }

    @Test
    void callsAndRefusalsAreAudited() {
        served("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}");
        refused("history_page", "{\"conversation_id\":\"conv-2\"}");

        audited(run.runId().toString(), "run.granted allowed", "state_get allowed", "history_page denied");
    }

    @Test
    void auditsRefusalsWithoutARunAndDroppedEffects() {
        String ghost = java.util.UUID.randomUUID().toString();
        plugin.call("state_get", json("{\"run_id\":\"" + ghost + "\",\"scope\":\"actor\",\"key\":\"k\"}"));
        audited(ghost, "state_get denied");

        plugin.result(runRequest, "state.updated", "{\"scope\":\"galaxy\",\"key\":\"k\",\"value\":1}", 1);
        plugin.result(runRequest, "artifact.created", "{\"artifact_type\":7}", 2);
        audited(run.runId().toString(), "state.updated denied", "artifact.created denied");

        execution.close();
        refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}");
        audited(run.runId().toString(), "state_get denied");
    }

    @Test
    void deletesPublishedEntriesFromTheOutbox() {
        served("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}");
        audited(run.runId().toString(), "state_set allowed");

        eventually(() -> pool.query("SELECT count(*) FROM runs.audit_outbox")
                        .execute()
                        .await()
                        .indefinitely()
                        .iterator()
                        .next()
                        .getLong(0)
                == 0);
    }

    /** Until entries of that run with these actions and results are on the topic. */
    private void audited(String runId, String... wanted) {
        List<JsonNode> entries = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(Topics.AUDIT, partition))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            eventually(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> entries.add(json(new String(record.value()))));
                return entries.stream()
                                .filter(entry -> entry.path("run_id").asText().equals(runId))
                                .map(entry -> entry.path("action").asText() + " "
                                        + entry.path("result").asText())
                                .filter(List.of(wanted)::contains)
                                .distinct()
                                .count()
                        == wanted.length;
            });
        }
    }

    /** On a database with that clock. */
    private void restart(Instant claimedAt, Duration limit) {
        execution.close();
        ClaimedRun usual = ClaimedRuns.claimed();
        start(new ClaimedRun(
                usual.resolution(), 1, claimedAt, claimedAt.plus(limit), usual.previousTurn(), usual.traceId()));
    }
}
