package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The SDKs of generation 0.4 and of the specification close a connection on which a message above 1 MiB comes. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class LargeMessagesTest extends HostApiCase {
    private static final String OWNER =
            ClaimedRuns.WORKSPACE + "{\"kind\":\"plugin\",\"plugin\":\"peer/probe-runner\"}";
    private static final int MIB = 1024 * 1024;
    private static final String LARGE = Base64.getEncoder().encodeToString(new byte[MIB]);

    @Test
    void aValueAbove1MiBIsRefusedToAnEarlierSdkAndServedToTheLaterOne() {
        withStorage("k", LARGE);
        start(storing());
        assertThat(served("get_plugin_storage", "{\"key\":\"k\"}")
                        .path("value_base64")
                        .asText())
                .isEqualTo(LARGE);

        anEarlierSdk();
        start(storing());
        assertThat(refused("get_plugin_storage", "{\"key\":\"k\"}")).isEqualTo("payload_too_large");
        assertThat(served("get_plugin_storage", "{\"key\":\"small\"}")
                        .path("value_base64")
                        .asText())
                .isEqualTo("AHY=");
        assertThat(plugin.largest()).isLessThanOrEqualTo(MIB);
    }

    @Test
    void aListAbove1MiBIsCutAndGoesOnFromWhereItWasCut() {
        withStorage("k", "AHY=");
        Map<String, String> stored =
                FakeContextStore.STORAGE.values().iterator().next();
        for (int i = 0; i < 4_000; i++) {
            stored.put("key%04d".formatted(i) + "é".repeat(200), "AHY=");
        }
        anEarlierSdk();
        start(storing());

        int found = 0;
        String after = "";
        JsonNode page;
        do {
            page = served("get_plugin_storage_keys", "{\"limit\":10000,\"after\":\"" + after + "\"}");
            found += page.path("keys").size();
            after = page.path("keys").path(page.path("keys").size() - 1).asText();
        } while (page.path("has_more").booleanValue());

        assertThat(found).isEqualTo(stored.size());
        assertThat(plugin.largest()).isBetween(MIB / 2, MIB);
    }

    @Test
    void anItemThatIsAloneAbove1MiBIsTruncatedAndItsCursorGoesOn() {
        FakeContextStore.answerText = "é".repeat(MIB);
        FakeContextStore.earlier = "é".repeat(MIB);
        anEarlierSdk();
        start(reading());
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(null));
        String own = "{\"target_run_id\":" + runRequest.at("/data/context/run_id");

        JsonNode first = served("run_events_page", own + "}");
        assertThat(first.at("/items/0/type").asText()).isEqualTo("run.started");
        JsonNode second = served("run_events_page", own + ",\"after_cursor\":" + first.path("next_cursor") + "}");
        assertThat(second.at("/items/0/metadata/truncated").asBoolean()).isTrue();
        assertThat(FakeContextStore.answerText)
                .startsWith(second.at("/items/0/data/message").asText());
        assertThat(second.path("next_cursor").asText()).isEqualTo("2-4");

        JsonNode entry = served("history_page", "{}").at("/items/0");
        assertThat(entry.at("/metadata/truncated").asBoolean()).isTrue();
        assertThat(entry.path("content").asText()).hasSizeGreaterThan(MIB / 3);
        assertThat(plugin.largest()).isBetween(MIB / 2, MIB);
    }

    @AfterEach
    void asBefore() {
        FakeContextStore.answerText = "hello";
        FakeContextStore.earlier = "earlier";
    }

    @Test
    void aRunWhoseContextCannotBeCutEndsWithACodeAndItsConnectionLives() {
        anEarlierSdk();
        CollectingSink large = new CollectingSink();
        large.execute(executor, configured(2 * MIB));

        assertThat(((ExecutionOutcome.Failed) large.ending()).payload().code()).isEqualTo("payload_too_large");
        start(storing());
        assertThat(plugin.largest()).isLessThanOrEqualTo(MIB);
    }

    private static void withStorage(String key, String value) {
        FakeContextStore.STORAGE.clear();
        Map<String, String> stored = new ConcurrentHashMap<>(Map.of(key, value, "small", "AHY="));
        FakeContextStore.STORAGE.put(OWNER, stored);
    }

    /** In place of the plugin that is there. */
    private void anEarlierSdk() {
        execution.close();
        plugin.close();
        eventually(() -> executor.room().isEmpty());
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        registration.remove("registration_capability");
        plugin = ScriptedPlugin.ready(
                vertx, address.getPort(), RunnerHalf.KEY, registration, PluginRecording.container());
        eventually(() -> room() == 128);
    }

    private static ClaimedRun storing() {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), null, null);
        return ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60));
    }

    private static ClaimedRun reading() {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of("history", "runs"), null);
        return ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60));
    }

    private static ClaimedRun configured(int characters) {
        return ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        ResourcePolicy.defaults(),
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode().put("instruction", "x".repeat(characters))),
                1,
                Instant.now().plusSeconds(60));
    }
}
