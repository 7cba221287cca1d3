package dev.agenthost.orchestrator.hostapi.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateBucketRepository;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.tool.ToolBody;
import dev.agenthost.orchestrator.tool.ToolContent;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Artifacts of a tool's answer count as bytes written by the workspace. */
class ToolResultsTest {
    private static final ToolDescriptor TOOL =
            new ToolDescriptor("s/t", "s__t", "mcp", null, JsonNodeFactory.instance.objectNode());

    private final List<ArtifactPut> stored = new ArrayList<>();
    private double there = 1_000;

    @Test
    void omitsBytesAboveTheRateAndAnswersTheRest() {
        ToolResults results = new ToolResults(memory(), limits());

        JsonNode body = body(results, new ToolContent.Text("done"), bytes(600), bytes(600));

        assertThat(stored).hasSize(1);
        assertThat(body.at("/content/0/text").asText()).isEqualTo("done");
        assertThat(body.at("/content/2").toString()).contains("writes too much");
    }

    @Test
    void chargesTheBytesOfATruncatedText() {
        there = ToolBody.MOST;

        JsonNode body = body(new ToolResults(memory(), limits()), new ToolContent.Text("é".repeat(ToolBody.MOST)));

        assertThat(stored).isEmpty();
        assertThat(body.toString()).contains("writes too much");
    }

    private JsonNode body(ToolResults results, ToolContent... pieces) {
        HostCallResponse answer = results.of(
                        session(),
                        TOOL,
                        new ToolOutcome.Answered(List.of(pieces), null, false),
                        Duration.ofSeconds(180))
                .await()
                .indefinitely();
        return ((HostCallResponse.Served) answer).data().path("result");
    }

    private static ToolContent bytes(int size) {
        return new ToolContent.Bytes(
                "image", "image/png", null, Base64.getEncoder().encodeToString(new byte[size]));
    }

    private WorkspaceRateLimiter limits() {
        RateBucketRepository repository = new RateBucketRepository() {
            @Override
            public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
                double charged = there >= wish ? wish : there >= need ? Math.floor(there) : 0;
                there -= charged;
                return Uni.createFrom().item(charged);
            }

            @Override
            public Uni<Void> sweep() {
                return Uni.createFrom().voidItem();
            }
        };
        return new WorkspaceRateLimiter(Map.of(RateKind.BYTES_WRITTEN, new Rate(0.001, 1_000)), repository, () -> 1L);
    }

    private ContextStore memory() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, values) -> Uni.createFrom().item(() -> {
                    stored.add((ArtifactPut) values[0]);
                    return new ContextStoreResponse.Refused<>(FailureCode.NOT_FOUND, "kept no further in this test");
                }));
    }

    private static RunSession session() {
        EventEnvelope event = ClaimedRuns.message();
        RunId run = new RunId(UUID.randomUUID());
        RunSession session = new RunSession(
                "connection-1",
                run,
                run,
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                0,
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        session.begin(Grant.freeze(
                new AgentRunnerManifest(
                        ClaimedRuns.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.none(),
                        AgentRunnerPermissions.none(),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                ClaimedRuns.binding(),
                event,
                HostPolicy.NOW));
        return session;
    }
}
