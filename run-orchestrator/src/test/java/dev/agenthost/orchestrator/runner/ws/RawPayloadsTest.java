package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runners read raw payloads of platforms only if they are granted. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class RawPayloadsTest extends HostApiCase {
    private static final String ASKED = "{\"artifact_id\":\"ev-1\"}";

    @Test
    void readsGrantedRawPayloadsAsArtifacts() {
        startGranted(List.of("events", "artifacts", "raw"));
        notAnArtifact();

        assertThat(runRequest.at("/data/context/event/raw_ref/artifact_id").asText())
                .isEqualTo("ev-1");
        assertThat(runRequest
                        .at("/data/context/resources/platform_capabilities/raw_payloads")
                        .booleanValue())
                .isTrue();
        assertThat(served("event_get", "{\"event_id\":\"ev-1\"}")
                        .path("raw_ref")
                        .asText())
                .isEqualTo("ev-1");
        assertThat(served("event_page", "{}").at("/items/0/raw_ref").asText()).isEqualTo("ev-1");
        assertThat(served("artifact_metadata", ASKED).path("artifact_type").asText())
                .isEqualTo("raw_payload");
        assertThat(served("artifact_read", ASKED).path("content_base64").asText())
                .isEqualTo("e30=");
        JsonNode reader =
                FakeContextStore.requests("/raw-payloads/read").getFirst().path("reader");
        assertThat(reader.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(reader.path("workspace_id").asText()).isEqualTo(ClaimedRuns.WORKSPACE);
    }

    @Test
    void areNotFoundWithoutAGrant() {
        startGranted(List.of("events", "artifacts"));
        notAnArtifact();

        assertThat(runRequest.at("/data/context/event/raw_ref").isNull()).isTrue();
        assertThat(served("event_get", "{\"event_id\":\"ev-1\"}")
                        .path("raw_ref")
                        .isNull())
                .isTrue();
        assertThat(served("event_page", "{}").at("/items/0/raw_ref").isNull()).isTrue();
        assertThat(refused("artifact_metadata", ASKED)).isEqualTo("not_found");
        assertThat(refused("artifact_read", ASKED)).isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/raw-payloads/metadata")).isEmpty();
        assertThat(FakeContextStore.requests("/raw-payloads/read")).isEmpty();
    }

    @Test
    void requestsRawPayloadsOnlyForMissingArtifacts() {
        startGranted(List.of("artifacts", "raw"));

        assertThat(served("artifact_metadata", ASKED).path("artifact_type").asText())
                .isEqualTo("file");
        assertThat(FakeContextStore.requests("/raw-payloads/metadata")).isEmpty();
        notAnArtifact();
        for (String description : List.of("metadata", "read")) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/raw-payloads/" + description, new FakeContextStore.Problem(404, "not_found"));
            assertThat(refused("artifact_" + description, ASKED)).isEqualTo("not_found");
        }
    }

    @Test
    void requiresThePermissionForArtifacts() {
        startGranted(List.of("raw"));

        assertThat(refused("artifact_metadata", ASKED)).isEqualTo("unauthorized");
        assertThat(refused("artifact_read", ASKED)).isEqualTo("unauthorized");
    }

    private static void notAnArtifact() {
        for (String description : List.of("metadata", "read")) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/artifacts/" + description, new FakeContextStore.Problem(404, "not_found"));
        }
    }

    /** With a plugin that declares artifacts. */
    private void startGranted(List<String> apis) {
        aPluginThatAsksForArtifacts();
        ResourcePolicy policy =
                new ResourcePolicy(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), apis, null);
        start(ClaimedRuns.claimed(
                ClaimedRuns.message().keptAt(new RawEventRef("ev-1", null)),
                ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60)));
    }
}
