package dev.agenthost.orchestrator.runner.ws;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the limits of a workspace's calls, of all its runs together. */
@QuarkusTest
@TestProfile(LimitedHalf.class)
class WorkspaceLimitsOverSocketTest extends HostApiCase {
    private static final String NOW = "clock_timestamp()";
    private static final String NEVER = "clock_timestamp() + interval '1 day'";
    private static final String GET = "{\"scope\":\"conversation\",\"key\":\"k\"}";

    @Inject
    Pool pool;

    @Test
    void refusesAndAuditsCallsAboveTheRate() {
        thereIs("host_calls", 0, NEVER);
        JsonNode refused = await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> plugin.call("state_get", data(GET)),
                        answer -> answer.path("code").intValue() != 0);
        assertThat(refused.at("/data/error/code").asText()).isEqualTo("rate_limited");
        assertThat(refused.at("/data/error/retryable").booleanValue()).isTrue();
        assertThat(refused.path("message").asText()).isEqualTo("Too many host API calls of this workspace");

        thereIs("host_calls", 10, NOW);
        eventually(() -> plugin.call("state_get", data(GET)).path("code").intValue() == 0);
        eventually(() -> audited().stream()
                .anyMatch(entry -> entry.contains("rate_limited")
                        && entry.contains(run.runId().toString())));
    }

    @Test
    void refusesWritesAboveTheRate() {
        ResourcePolicy storage = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of(), null);
        again(storage);
        thereIs("bytes_written", 10_485_760, NEVER);
        String value = Base64.getEncoder().encodeToString(new byte[5_000_000]);
        FakeContextStore.STORAGE.clear();

        assertThat(written("a", value)).isEmpty();
        assertThat(written("b", value)).isEmpty();
        // A database that is slow to answer lets a call through.
        AtomicInteger written = new AtomicInteger(2);
        eventually(() -> {
            String reply = written("c", value);
            return reply.isEmpty()
                    ? written.incrementAndGet() < 0
                    : reply.equals("rate_limited: This workspace writes too much at the moment");
        });
        assertThat(FakeContextStore.requests("/storage/set")).hasSize(written.get());
    }

    @Test
    void chargesBytesOfResultsLikeThoseOfCalls() {
        String large = "x".repeat(200_000);
        thereIs("bytes_written", 0, NEVER);

        untilOneIsDropped(
                "state.updated",
                "{\"scope\":\"conversation\",\"key\":\"n\",\"value\":\"" + large + "\"}",
                "/state/set");
        untilOneIsDropped(
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"" + large + "\"}",
                "/artifacts/put");
        assertThat(sink.isOpen()).isTrue();
    }

    /** This replica may have taken some out of the bucket before, and a database that is slow to answer lets one through. */
    private void untilOneIsDropped(String type, String data, String path) {
        for (int reply = 1; reply <= 100; reply++) {
            String marker = type + reply;
            plugin.result(runRequest, type, data, ++sequence);
            plugin.result(
                    runRequest,
                    "message.completed",
                    "{\"message\":{\"role\":\"assistant\",\"content\":\"" + marker + "\"}}",
                    ++sequence);
            eventually(() -> sink.said().contains(marker));
            long published = sink.said().stream().filter(type::equals).count();
            assertThat(FakeContextStore.requests(path)).hasSize((int) published);
            if (published < reply) {
                return;
            }
        }
        throw new AssertionError("twenty megabytes were let through");
    }

    private int sequence;

    @Test
    void refusesModelCallsAboveTheRateAndChargesNoUngrantedCall() {
        models().contentType("application/json")
                .body("{\"model_id\":\"m-gone\",\"kind\":\"chat\",\"model\":\"small\","
                        + "\"provider\":{\"base_url\":\"https://models.example/v1\"}}")
                .post("/api/v1/models")
                .then()
                .statusCode(201);
        again(new ResourcePolicy(
                List.of("m-gone"), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null));
        models().delete("/api/v1/models/m-gone").then().statusCode(204);
        thereIs("model_calls", 1, NEVER);
        String granted = "{\"llm_model_uuid\":\"m-gone\"," + ModelCase.HI + "}";
        String foreign = "{\"llm_model_uuid\":\"m-other\"," + ModelCase.HI + "}";

        assertThat(answer("invoke_llm", foreign)).startsWith("unauthorized");
        assertThat(answer("invoke_llm", granted)).startsWith("not_found");
        eventually(() -> answer("invoke_llm", granted).equals("rate_limited: Too many model calls of this workspace"));
        assertThat(answer("invoke_llm", foreign)).startsWith("unauthorized");
    }

    private static RequestSpecification models() {
        return given().header("Authorization", "Bearer key-one");
    }

    @BeforeEach
    void nobodyHasSpentAnything() {
        thereIs("host_calls", 10, NOW);
    }

    /** Sets the tokens of the workspace's bucket and the start of its refill; a time in the future means never. */
    private void thereIs(String kind, double tokens, String since) {
        pool.preparedQuery("INSERT INTO runs.rates (workspace_id, kind, tokens, filled_at) VALUES ($1, $2, $3, " + since
                        + ") ON CONFLICT (workspace_id, kind) DO UPDATE SET tokens = excluded.tokens,"
                        + " filled_at = excluded.filled_at")
                .execute(Tuple.of(ClaimedRuns.WORKSPACE, kind, tokens))
                .await()
                .indefinitely();
    }

    private void again(ResourcePolicy granted) {
        execution.close();
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        granted,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60)));
    }

    private String written(String key, String value) {
        return answer("set_plugin_storage", "{\"key\":\"" + key + "\",\"value_base64\":\"" + value + "\"}");
    }

    /** Returns code and message, or an empty text for a served call; retries while the rate of calls is exceeded. */
    private String answer(String action, String json) {
        JsonNode answer = await().pollInterval(Duration.ofMillis(250))
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> plugin.call(action, data(json)),
                        reply -> !reply.path("message").asText().equals("Too many host API calls of this workspace"));
        return answer.path("code").intValue() == 0
                ? ""
                : answer.at("/data/error/code").asText() + ": "
                        + answer.path("message").asText();
    }

    private static List<String> audited() {
        Map<String, Object> config = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());
        List<String> entries = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor(Topics.AUDIT).stream()
                    .map(info -> new TopicPartition(Topics.AUDIT, info.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> entries.add(record.value()));
            }
        }
        return entries;
    }
}
