package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.KnownRunner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the form that runners declare and the configuration that they get. */
@QuarkusTest
@TestProfile(PluginProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
class ConfigurationWalkTest {
    private static final String MESSAGE = "{\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}";
    private static final String FORM =
            "[{\"name\":\"tone\",\"type\":\"secret\"},{\"name\":\"rounds\",\"type\":\"integer\",\"default\":5}]";

    private static RunTopics topic;

    private final String name = "configured-" + UUID.randomUUID();

    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    @BeforeAll
    static void open() {
        topic = new RunTopics();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    @Test
    void theFormOfARunnerIsToldAndItsUsualValuesAndSecretsAreInItsFrameOnly() {
        Resolution run;
        try (ScriptedPlugin plugin = plugin()) {
            run = request("{\"tone\":{\"secret_ref\":\"TONE\"},\"more\":[{\"key\":{\"secret_ref\":\"TONE\"}}]}");
            JsonNode runRequest = plugin.next("run_agent");
            assertThat(runRequest.at("/data/context/config").toString())
                    .isEqualTo("{\"more\":[{\"key\":\"" + PluginProfile.SECRET + "\"}],\"rounds\":5,\"tone\":\""
                            + PluginProfile.SECRET + "\"}");
            JsonNode whole = runRequest.deepCopy();
            ((ObjectNode) whole.at("/data/context")).remove("config");
            assertThat(whole.toString()).doesNotContain(PluginProfile.SECRET);
            plugin.result(runRequest, "message.completed", MESSAGE, 1);
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 2);
            plugin.end(runRequest);
            ended(run);
            assertThat(known().configSchema().toString()).contains("rounds");
            assertThat(known().workspaces()).containsExactly("*");
            assertThat(known().generation()).isEqualTo("later");
            nowhereElse(run);
        }
        assertThat(audited(Topics.RUNNERS, "plugin:walk/" + name + "/default")).hasSize(1);
    }

    @Test
    void aSecretThatIsNotConfiguredEndsTheRunAndIsNamed() {
        try (ScriptedPlugin plugin = plugin()) {
            Resolution run = request("{\"tone\":{\"secret_ref\":\"NOBODYS_KEY\"}}");
            ended(run);
            ResultFrame last = topic.frames(run.runId()).getLast();
            assertThat(last.data().path("code").asText()).isEqualTo("runner.config_invalid");
            assertThat(last.data().path("error").asText()).contains("NOBODYS_KEY");
            assertThat(last.data().path("retryable").asBoolean()).isFalse();
            assertThat(plugin.hasNothing()).isTrue();

            // Its place is free again.
            Resolution next = request("{}");
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
            plugin.end(runRequest);
            ended(next);
        }
    }

    private void nowhereElse(Resolution run) {
        for (String topic : List.of(Topics.RUN_REQUESTS, Topics.RUN_RESULTS, Topics.AUDIT, Topics.RUNNERS)) {
            List<ConsumerRecord<byte[], byte[]>> records = records(topic);
            assertThat(records).as(topic).isNotEmpty();
            assertThat(records).as(topic).noneMatch(record -> text(record).contains(PluginProfile.SECRET));
        }
        for (String path : List.of(
                "/api/v1/runs",
                "/api/v1/runs/" + run.runId(),
                "/api/v1/runs/" + run.runId() + "/grant",
                "/api/v1/runners")) {
            String answer = RestAssured.given()
                    .port(address.getPort())
                    .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                    .get(path)
                    .then()
                    .statusCode(200)
                    .extract()
                    .asString();
            assertThat(answer).as(path).doesNotContain(PluginProfile.SECRET);
        }
        assertThat(FakeContextStore.requests(""))
                .noneMatch(runRequest -> runRequest.toString().contains(PluginProfile.SECRET));
    }

    private KnownRunner known() {
        String id = "plugin:walk/" + name + "/default";
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !audited(Topics.RUNNERS, id).isEmpty());
        try {
            return ProtocolCodec.decode(audited(Topics.RUNNERS, id).getLast().value(), KnownRunner.class);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> audited(String topic, String key) {
        return records(topic).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals(key))
                .toList();
    }

    /** All there are at the moment. */
    private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        Map<String, Object> config = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        StringBuilder all = new StringBuilder();
        record.headers().forEach(header -> all.append(new String(header.value(), StandardCharsets.UTF_8)));
        return record.value() == null
                ? all.toString()
                : all.append(new String(record.value(), StandardCharsets.UTF_8)).toString();
    }

    private ScriptedPlugin plugin() {
        ObjectNode container = ScriptedPlugin.container("walk", name);
        container.path("components").forEach(component -> ((ObjectNode) component.at("/manifest/manifest/spec"))
                .set("config", ScriptedPlugin.tree(FORM)));
        return ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                PluginProfile.RUNNER_KEY,
                ScriptedPlugin.registration("walk", name, PluginProfile.RUNNER_KEY),
                container);
    }

    private Resolution request(String config) {
        BindingSnapshot plain = Resolutions.binding(
                new RunnerId("walk", name, "default"), TurnPolicy.SERIAL, RetryPolicy.NEVER, DeadlinePolicy.defaults());
        BindingSnapshot binding = new BindingSnapshot(
                plain.bindingId(),
                plain.bindingVersion(),
                plain.agentId(),
                plain.agentVersion(),
                plain.runnerId(),
                (ObjectNode) ScriptedPlugin.tree(config),
                plain.resourcePolicy(),
                plain.statePolicy(),
                plain.deliveryPolicy(),
                plain.turnPolicy(),
                plain.retryPolicy(),
                plain.deadlinePolicy());
        Resolution run = Resolutions.bound(RunRequests.event(RunRequests.conversation(), "hello"), binding);
        topic.request(run);
        return run;
    }

    private static void ended(Resolution run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> topic.hasEnded(run.runId()));
    }
}
