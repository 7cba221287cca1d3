package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ArtifactCreated;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A runner's artifact is stored before its result is published; a runner reads artifacts of its own conversation only. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ArtifactsTest extends HostApiCase {
    private static final String STOP = "{\"finish_reason\":\"stop\"}";
    private static final String ABC = "{\"artifact_type\":\"file\",\"content_base64\":\"YWJj\",\"name\":\"a.txt\"}";

    @Test
    void storesAnArtifactAndPublishesItWithoutBytes() {
        plugin.result(runRequest, "artifact.created", ABC, 1);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(sink.results())
                .singleElement()
                .isEqualTo(new ArtifactCreated(
                        "file",
                        "host-result/1",
                        "text/plain",
                        "kept.txt",
                        3L,
                        "ba7816bf",
                        JsonNodeFactory.instance.objectNode(),
                        null));
        JsonNode put = FakeContextStore.requests("/artifacts/put").getFirst();
        assertThat(put.path("content_base64").asText()).isEqualTo("YWJj");
        assertThat(put.path("operation_id").asText()).isEqualTo("1/result/1");
        assertThat(put.path("effect").asText()).isEqualTo("result/1");
        assertThat(put.path("runner_id").asText()).isEqualTo(ClaimedRuns.PROBE.toString());
        assertThat(put.path("owner"))
                .isEqualTo(json("{\"workspace_id\":\"ws-1\",\"run_id\":\"" + run.runId()
                        + "\",\"bot_id\":\"bot-1\",\"conversation_id\":\"conv-1\",\"binding_id\":\"b1\","
                        + "\"actor_id\":\"u1\",\"subject\":\"message/m1\"}"));
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
    }

    @Test
    void publishesAStoredArtifactWithScopeAndSummary() {
        plugin.result(
                runRequest,
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"YWJj\",\"scope\":\"binding\",\"summary\":\"a plan\",\"expires_at\":7}",
                1);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        JsonNode put = FakeContextStore.requests("/artifacts/put").getFirst();
        assertThat(put.path("scope").asText()).isEqualTo("binding");
        assertThat(put.path("summary").asText()).isEqualTo("a plan");
        ArtifactCreated published = (ArtifactCreated) sink.results().getFirst();
        assertThat(published.summary()).as("as it was kept").isEqualTo("a plan, as kept");
        assertThat(published.scope()).isEqualTo("binding");
        assertThat(published.expiresAt()).as("not as the runner says it").isEqualTo(99L);
    }

    @Test
    void aRefusedArtifactDoesNotEndTheRun() {
        for (var problem : List.of(
                new FakeContextStore.Problem(400, "invalid_argument"),
                new FakeContextStore.Problem(400, "digest_mismatch"),
                new FakeContextStore.Problem(400, "a word of a later build"),
                new FakeContextStore.Problem(404, "not_found"),
                new FakeContextStore.Problem(410, "gone"),
                new FakeContextStore.Problem(413, "payload_too_large"),
                new FakeContextStore.Problem(415, "unsupported_media_type"))) {
            int before = FakeContextStore.requests("/artifacts/put").size();
            FakeContextStore.TROUBLE.put("/internal/v1/artifacts/put", problem);
            plugin.result(runRequest, "artifact.created", ABC, before + 1);
            eventually(() -> FakeContextStore.requests("/artifacts/put").size() == before + 1);
        }
        FakeContextStore.TROUBLE.clear();
        plugin.result(runRequest, "artifact.created", ABC, 8);
        plugin.result(runRequest, "run.completed", STOP, 9);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(sink.results()).hasSize(1);
        assertThat(((ArtifactCreated) sink.results().getFirst()).artifactId()).isEqualTo("host-result/8");
    }

    @Test
    void refusesATooLargeOrInvalidArtifactWithoutARequest() {
        plugin.result(
                runRequest,
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"" + "A".repeat(1_400_000) + "\"}",
                1);
        plugin.result(runRequest, "artifact.created", "{\"content_base64\":\"YWJj\"}", 2);
        plugin.result(
                runRequest,
                "artifact.created",
                "{\"artifact_type\":\"file\",\"size_bytes\":-1,\"content_base64\":\"YWJj\"}",
                3);
        plugin.result(runRequest, "run.completed", STOP, 4);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(sink.results()).isEmpty();
        assertThat(FakeContextStore.requests("/artifacts/put")).isEmpty();
    }

    @Test
    void retriesUntilContextStoreResponds() {
        FakeContextStore.TROUBLE.put("/internal/v1/artifacts/put", new FakeContextStore.Problem(500, "runtime_error"));
        plugin.result(runRequest, "artifact.created", ABC, 1);
        eventually(() -> FakeContextStore.requests("/artifacts/put").size() > 1);
        FakeContextStore.TROUBLE.clear();
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(sink.results()).hasSize(1);
        assertThat(FakeContextStore.requests("/artifacts/put"))
                .extracting(put -> put.path("operation_id").asText())
                .containsOnly("1/result/1");
    }

    @Test
    void aFenceInContextStoreEndsTheExecution() {
        FakeContextStore.TROUBLE.put("/internal/v1/artifacts/put", new FakeContextStore.Problem(409, "conflict"));
        plugin.result(runRequest, "artifact.created", ABC, 1);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Superseded.class);
        assertThat(sink.results()).isEmpty();
    }

    @Test
    void aRunOfAnotherOwnerStoresNothing() {
        RunnerHalf.ScriptedOwnership.ours = false;
        plugin.result(runRequest, "artifact.created", ABC, 1);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Superseded.class);
        assertThat(FakeContextStore.requests("/artifacts/put")).isEmpty();
    }

    @Test
    void aCancelledRunStoresNothing() {
        execution.cancel(FailureCode.CANCELLED);
        plugin.result(runRequest, "artifact.created", ABC, 1);
        plugin.result(runRequest, "run.completed", STOP, 2);

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(sink.results()).isEmpty();
        assertThat(FakeContextStore.requests("/artifacts/put")).isEmpty();
    }

    @Test
    void refusesReadingWithoutAGrant() {
        assertThat(refused("artifact_metadata", "{\"artifact_id\":\"a\"}")).isEqualTo("unauthorized");
        assertThat(refused("artifact_read", "{\"artifact_id\":\"a\"}")).isEqualTo("unauthorized");
        assertThat(refused("artifact_upload_token", "{}")).isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/artifacts/upload-token")).isEmpty();
        assertThat(FakeContextStore.requests("/artifacts/metadata")).isEmpty();
        assertThat(FakeContextStore.requests("/artifacts/read")).isEmpty();
    }

    @Test
    void artifactsAreReadByRangesInTheRunsOwnConversation() {
        startWhereArtifactsMayBeRead(List.of("artifacts"));

        assertThat(runRequest
                        .at("/data/context/context/available_apis/artifact_read")
                        .booleanValue())
                .isTrue();
        JsonNode metadata = served("artifact_metadata", "{\"artifact_id\":\"a-1\"}");
        assertThat(metadata.path("artifact_id").asText()).isEqualTo("a-1");
        assertThat(metadata.has("expires_at") && metadata.has("run_id")).isTrue();
        // The model of the specification's SDK is closed but for this object.
        assertThat(metadata.at("/metadata/permissions")).isEqualTo(json("[\"metadata\",\"read\"]"));
        JsonNode reader =
                FakeContextStore.requests("/artifacts/metadata").getFirst().path("reader");
        assertThat(reader.path("binding_id").asText()).isEqualTo("b1");
        JsonNode read = served("artifact_read", "{\"artifact_id\":\"a-1\",\"offset\":1,\"limit\":2}");
        assertThat(read.path("content_base64").asText()).isEqualTo("YmM=");
        assertThat(read.path("has_more").booleanValue()).isFalse();
        assertThat(read.path("file_key").isNull()).isTrue();
        JsonNode question = FakeContextStore.requests("/artifacts/read").getFirst();
        assertThat(question.at("/reader/run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(question.at("/reader/conversation_id").asText()).isEqualTo("conv-1");
        assertThat(question.path("offset").intValue()).isEqualTo(1);
        assertThat(question.path("limit").intValue()).isEqualTo(2);

        for (String much : List.of("null", "99999999999")) {
            served("artifact_read", "{\"artifact_id\":\"a-1\",\"offset\":0,\"limit\":" + much + "}");
            assertThat(FakeContextStore.requests("/artifacts/read")
                            .getLast()
                            .path("limit")
                            .intValue())
                    .isEqualTo(4 * 1024 * 1024);
        }
    }

    @Test
    void uploadsALargeArtifactWithATokenOfTheAttempt() {
        startWhereArtifactsMayBeRead(List.of("artifacts"));

        JsonNode token = served("artifact_upload_token", "{}");
        assertThat(token.path("path").asText()).isEqualTo("/signed/v1/uploads");
        assertThat(token.path("token").asText()).isEqualTo("a-token");
        JsonNode grant = FakeContextStore.requests("/artifacts/upload-token").getFirst();
        assertThat(grant.at("/owner/run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(grant.at("/owner/conversation_id").asText()).isEqualTo("conv-1");
        assertThat(grant.path("attempt").intValue()).isEqualTo(1);
        assertThat(grant.path("runner_id").asText()).startsWith("plugin:");
    }

    @Test
    void refusesInvalidArgumentsBeforeAnyRequest() {
        startWhereArtifactsMayBeRead(List.of("artifacts"));

        for (String bad : List.of(
                "{}",
                "{\"artifact_id\":7}",
                "{\"artifact_id\":\" \"}",
                "{\"artifact_id\":\"a\\u0000\"}",
                "{\"artifact_id\":\"a\",\"offset\":-1}",
                "{\"artifact_id\":\"a\",\"offset\":1.5}",
                "{\"artifact_id\":\"a\",\"offset\":\"0\"}",
                "{\"artifact_id\":\"a\",\"offset\":99999999999999999999}",
                "{\"artifact_id\":\"a\",\"limit\":0}",
                "{\"artifact_id\":\"a\",\"limit\":-5}",
                "{\"artifact_id\":\"a\",\"limit\":true}")) {
            assertThat(refused("artifact_read", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(refused("artifact_metadata", "{}")).isEqualTo("invalid_argument");
        assertThat(FakeContextStore.requests("/artifacts/read")).isEmpty();
    }

    @Test
    void anExpiredArtifactIsGone() {
        startWhereArtifactsMayBeRead(List.of("artifacts"));
        for (String description : List.of("metadata", "read")) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/artifacts/" + description, new FakeContextStore.Problem(410, "gone"));
            assertThat(refused("artifact_" + description, "{\"artifact_id\":\"former\"}"))
                    .isEqualTo("gone");
        }
    }

    @Test
    void anArtifactOfAnotherScopeIsNotFound() {
        startWhereArtifactsMayBeRead(List.of("artifacts"));
        for (String description : List.of("metadata", "read")) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/artifacts/" + description, new FakeContextStore.Problem(404, "not_found"));
            assertThat(refused("artifact_" + description, "{\"artifact_id\":\"foreign\"}"))
                    .isEqualTo("not_found");
        }
    }
}
