package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.store.state.StorageBytes;
import dev.agenthost.protocol.store.state.StorageLimits;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A runner stores values for its plugin and for its workspace. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class StorageCallsTest extends HostApiCase {
    private static final String FOUND = "{\"value_base64\":\"AHY=\",\"etag\":\"e1\"}";
    private static final String VALUE = ",\"value_base64\":\"AHY=\"}";

    @BeforeEach
    void bothOwnersAreGranted() {
        FakeContextStore.STORAGE.clear();
        startWith("plugin", "workspace");
    }

    @Test
    void theRunContextHasTheGrantedStorage() {
        assertThat(runRequest.at("/data/context/context/available_apis/storage").booleanValue())
                .isTrue();
        assertThat(runRequest.at("/data/context/resources/storage"))
                .isEqualTo(json("{\"plugin_storage\":true,\"workspace_storage\":true}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plugin", "workspace"})
    void readsAndWritesStorage(String owner) {
        assertThat(served("get_" + owner + "_storage_keys", "{}")).isEqualTo(json("{\"keys\":[]}"));
        assertThat(served("set_" + owner + "_storage", "{\"key\":\"k\"" + VALUE))
                .isEqualTo(json("{}"));
        assertThat(served("get_" + owner + "_storage", "{\"key\":\"k\"}")).isEqualTo(json(FOUND));
        assertThat(served("get_" + owner + "_storage_keys", "{}")).isEqualTo(json("{\"keys\":[\"k\"]}"));
        assertThat(served("delete_" + owner + "_storage", "{\"key\":\"k\"}")).isEqualTo(json("{}"));
        assertThat(served("delete_" + owner + "_storage", "{\"key\":\"k\"}")).isEqualTo(json("{}"));

        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
        List<JsonNode> changes = FakeContextStore.requests("/storage/delete");
        assertThat(changes.get(0).path("operation_id"))
                .isNotEqualTo(changes.get(1).path("operation_id"));
        assertThat(changes.getFirst().path("workspace_id").asText()).isEqualTo(ClaimedRuns.WORKSPACE);
    }

    @Test
    void theOwnerIsDerivedFromTheRun() {
        served("set_plugin_storage", "{\"key\":\"k\",\"owner\":\"acme/bot\",\"workspace_id\":\"ws-2\"" + VALUE);
        served("set_binary_storage", "{\"key\":\"w\",\"owner_type\":\"workspace\",\"owner\":\"ws-2\"" + VALUE);

        List<JsonNode> sets = FakeContextStore.requests("/storage/set");
        assertThat(sets.getFirst().path("owner"))
                .isEqualTo(json("{\"kind\":\"plugin\",\"plugin\":\"peer/probe-runner\"}"));
        assertThat(sets.getLast().path("owner")).isEqualTo(json("{\"kind\":\"workspace\",\"plugin\":\"\"}"));
        assertThat(sets)
                .allSatisfy(set -> assertThat(set.path("workspace_id").asText()).isEqualTo(ClaimedRuns.WORKSPACE));
        assertThat(refused("get_workspace_storage", "{\"key\":\"k\"}")).isEqualTo("not_found");
    }

    @Test
    void theActionsOfTheRuntimeAreEquivalent() {
        String ownKey = "\"owner_type\":\"plugin\",\"owner\":\"peer/probe-runner\"";
        assertThat(served("set_binary_storage", "{\"key\":\"k\"," + ownKey + VALUE))
                .isEqualTo(json("{}"));
        assertThat(served("get_plugin_storage", "{\"key\":\"k\"}")).isEqualTo(json(FOUND));
        assertThat(served("get_binary_storage", "{\"key\":\"k\"," + ownKey + "}"))
                .isEqualTo(json(FOUND));
        assertThat(served("get_binary_storage_keys", "{" + ownKey + "}")).isEqualTo(json("{\"keys\":[\"k\"]}"));
        assertThat(served("delete_binary_storage", "{\"key\":\"k\"," + ownKey + "}"))
                .isEqualTo(json("{}"));
        assertThat(refused("get_binary_storage", "{\"key\":\"k\",\"owner_type\":\"workspace\",\"owner\":\"x\"}"))
                .isEqualTo("not_found");
        for (String type : List.of("\"\"", "\"Plugin\"", "\"galaxy\"", "7", "null")) {
            assertThat(refused("get_binary_storage", "{\"key\":\"k\",\"owner_type\":" + type + "}"))
                    .as(type)
                    .isEqualTo("invalid_argument");
        }
        assertThat(refused("get_binary_storage_keys", "{}")).isEqualTo("invalid_argument");
    }

    @Test
    void anOwnerThatIsNotGrantedIsRefusedUnderEveryName() {
        startWith("plugin");
        served("set_plugin_storage", "{\"key\":\"k\"" + VALUE);
        for (String action : List.of(
                "set_workspace_storage",
                "get_workspace_storage",
                "delete_workspace_storage",
                "get_workspace_storage_keys",
                "set_binary_storage",
                "get_binary_storage",
                "delete_binary_storage",
                "get_binary_storage_keys")) {
            assertThat(refused(action, "{\"key\":\"k\",\"owner_type\":\"workspace\"" + VALUE))
                    .as(action)
                    .isEqualTo("unauthorized");
        }
        startWith();
        assertThat(refused("get_plugin_storage_keys", "{}")).isEqualTo("unauthorized");
        assertThat(runRequest.at("/data/context/context/available_apis/storage").booleanValue())
                .isFalse();
        assertThat(FakeContextStore.requests("/storage/set")).hasSize(1);
    }

    @Test
    void aMissingKeyIsNotFoundWithItsName() {
        JsonNode answer = plugin.call("get_plugin_storage", data("{\"key\":\"none\"}"));

        assertThat(error(answer)).isEqualTo("not_found");
        assertThat(answer.at("/data/error/details/key").asText()).isEqualTo("none");
    }

    @Test
    void refusesInvalidCallsBeforeAnyRequest() {
        for (String bad : List.of(
                "{\"value_base64\":\"AHY=\"}",
                "{\"key\":7" + VALUE,
                "{\"key\":null" + VALUE,
                "{\"key\":\"\"" + VALUE,
                "{\"key\":\"a\\u0000\"" + VALUE,
                "{\"key\":\"" + "k".repeat(513) + "\"" + VALUE,
                "{\"key\":\"k\"}",
                "{\"key\":\"k\",\"value_base64\":null}",
                "{\"key\":\"k\",\"value_base64\":7}",
                "{\"key\":\"k\",\"value_base64\":\"AHY\"}",
                "{\"key\":\"k\",\"value_base64\":\"no base64!!!\"}",
                "{\"key\":\"k\",\"value_base64\":\"_-8=\"}")) {
            assertThat(refused("set_plugin_storage", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(refused("get_plugin_storage", "{}")).isEqualTo("invalid_argument");
        assertThat(refused("delete_plugin_storage", "{\"key\":[]}")).isEqualTo("invalid_argument");
        assertThat(FakeContextStore.requests("/storage/set")).isEmpty();
    }

    @Test
    void storesTheLargestValueAndRefusesALargerOne() {
        String largest = StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES]);
        served("set_plugin_storage", "{\"key\":\"k\",\"value_base64\":\"" + largest + "\"}");

        assertThat(served("get_plugin_storage", "{\"key\":\"k\"}")
                        .path("value_base64")
                        .textValue())
                .isEqualTo(largest);
        String larger = StorageBytes.base64(new byte[StorageLimits.VALUE_BYTES + 1]);
        assertThat(refused("set_plugin_storage", "{\"key\":\"k\",\"value_base64\":\"" + larger + "\"}"))
                .isEqualTo("payload_too_large");
        assertThat(FakeContextStore.requests("/storage/set")).hasSize(1);
    }

    @Test
    void reportsAnExceededQuotaAndAFence() {
        FakeContextStore.TROUBLE.put(
                "/internal/v1/storage/set", new FakeContextStore.Problem(413, "payload_too_large"));
        JsonNode full = plugin.call("set_plugin_storage", data("{\"key\":\"k\"" + VALUE));
        assertThat(error(full)).isEqualTo("payload_too_large");
        assertThat(full.path("message").asText()).isEqualTo("told to");

        FakeContextStore.TROUBLE.put("/internal/v1/storage/set", new FakeContextStore.Problem(409, "conflict"));
        assertThat(refused("set_plugin_storage", "{\"key\":\"k\"" + VALUE)).isEqualTo("not_found");
    }

    @Test
    void onlyOneOfTwoConcurrentReplacementsSucceeds() {
        String first = "{\"key\":\"k\",\"value_base64\":\"AHY=\",\"if_absent\":true}";
        assertThat(served("set_plugin_storage", first)).isEqualTo(json("{}"));
        FakeContextStore.TROUBLE.put(
                "/internal/v1/storage/set", new FakeContextStore.Problem(412, "precondition_failed"));
        assertThat(refused("set_plugin_storage", first)).isEqualTo("conflict");
        FakeContextStore.TROUBLE.clear();
        FakeContextStore.TROUBLE.put(
                "/internal/v1/storage/delete", new FakeContextStore.Problem(412, "precondition_failed"));
        assertThat(refused("delete_plugin_storage", "{\"key\":\"k\",\"if_match\":\"e0\"}"))
                .isEqualTo("conflict");

        assertThat(FakeContextStore.requests("/storage/set"))
                .allSatisfy(
                        set -> assertThat(set.path("if_absent").booleanValue()).isTrue());
        assertThat(FakeContextStore.requests("/storage/delete"))
                .allSatisfy(
                        delete -> assertThat(delete.path("if_match").asText()).isEqualTo("e0"));
    }

    @Test
    void listsKeysByPagesWithTheArgumentsOfState() {
        for (String key : List.of("a/1", "a/2", "b")) {
            served("set_plugin_storage", "{\"key\":\"" + key + "\"" + VALUE);
        }

        assertThat(served("get_plugin_storage_keys", "{\"prefix\":\"a/\",\"limit\":1}"))
                .isEqualTo(json("{\"keys\":[\"a/1\"],\"has_more\":true}"));
        assertThat(served("get_binary_storage_keys", "{\"owner_type\":\"plugin\",\"prefix\":\"a/\",\"after\":\"a/1\"}"))
                .isEqualTo(json("{\"keys\":[\"a/2\"],\"has_more\":false}"));
        served("get_plugin_storage_keys", "{\"limit\":1000000}");
        assertThat(FakeContextStore.requests("/storage/keys")
                        .getLast()
                        .path("limit")
                        .asInt())
                .isEqualTo(StorageLimits.MOST_KEYS);
    }

    @Test
    void refusesInvalidConditionsAndPagesBeforeAnyRequest() {
        for (String bad : List.of(
                "\"if_match\":7",
                "\"if_match\":\"\"",
                "\"if_match\":\"a b\"",
                "\"if_absent\":\"yes\"",
                "\"if_match\":\"e\",\"if_absent\":true")) {
            assertThat(refused("set_plugin_storage", "{\"key\":\"k\"," + bad + VALUE))
                    .as(bad)
                    .isEqualTo("invalid_argument");
        }
        assertThat(refused("delete_plugin_storage", "{\"key\":\"k\",\"if_match\":7}"))
                .isEqualTo("invalid_argument");
        for (String bad :
                List.of("\"prefix\":7", "\"after\":[]", "\"limit\":\"2\"", "\"limit\":1.5", "\"after\":\"\\u0000\"")) {
            assertThat(refused("get_plugin_storage_keys", "{" + bad + "}"))
                    .as(bad)
                    .isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.requests("/storage/set")).isEmpty();
        assertThat(FakeContextStore.requests("/storage/delete")).isEmpty();
        assertThat(FakeContextStore.requests("/storage/keys")).isEmpty();
    }

    @Test
    void aRunOfAnotherOwnerChangesNothing() {
        RunnerHalf.ScriptedOwnership.ours = false;

        assertThat(refused("set_plugin_storage", "{\"key\":\"k\"" + VALUE)).isEqualTo("not_found");
        assertThat(refused("delete_workspace_storage", "{\"key\":\"k\"}")).isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/storage/set")).isEmpty();
        assertThat(FakeContextStore.requests("/storage/delete")).isEmpty();
    }

    private void startWith(String... owners) {
        execution.close();
        ResourcePolicy storage = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(owners), List.of(), null);
        BindingSnapshot binding = ClaimedRuns.binding(
                storage, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));
    }
}
