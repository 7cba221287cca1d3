package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.BlockableAuditTrail;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.state.StorageSuccess;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests calls of a plugin that does not read its answers. */
class CrowdedConnectionTest {
    private static final String HERE = "connection-1";

    private final RunId run = new RunId(UUID.randomUUID());
    private final RunSessionRegistry sessions = new RunSessionRegistry();
    private final RecordingFrameSink outlet = new RecordingFrameSink();
    private final HostApi host = new HostApi(
            sessions,
            new HostCalls(storing(), null, null, null, null, null, null, null, null, ours(), InstantSource.system()),
            ours(),
            new CallAudit(new BlockableAuditTrail()),
            connectionId -> AuditedCaller.of("w", null, null),
            InstantSource.system(),
            System::nanoTime,
            "v4.11.0",
            WorkspaceRateLimiter.none());
    private final WireLink link = new WireLink(outlet, (request, reply) -> host.serveRequest(HERE, request, reply));

    @BeforeEach
    void aRunIsUnderWay() {
        EventEnvelope event = ClaimedRuns.message();
        RunSession session = new RunSession(
                HERE,
                run,
                run,
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                System.nanoTime(),
                Duration.ofMinutes(5),
                event.conversationKey(),
                List.of());
        session.begin(grant(event));
        sessions.open(session);
    }

    @Test
    void servesReadsAgainOnceEarlierAnswersAreRead() throws Exception {
        outlet.unread = WireLink.CROWDED + 1;
        JsonNode crowded = ask("get_prompt", "");
        assertThat(crowded.at("/data/error/code").asText()).isEqualTo("rate_limited");
        assertThat(crowded.at("/data/error/retryable").booleanValue()).isTrue();

        outlet.unread = WireLink.CROWDED;
        assertThat(ask("get_prompt", "").path("code").intValue()).isZero();
    }

    @Test
    void answersAnEffectDespiteUnreadAnswers() throws Exception {
        outlet.unread = WireLink.CROWDED + 1;

        assertThat(ask("set_plugin_storage", ",\"key\":\"k\",\"value_base64\":\"AHY=\"")
                        .path("code")
                        .intValue())
                .isZero();
    }

    private JsonNode ask(String action, String more) throws Exception {
        link.received("{\"seq_id\":1,\"action\":\"" + action + "\",\"data\":{\"run_id\":\"" + run + "\"" + more + "}}");
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    private static Grant grant(EventEnvelope event) {
        ResourcePolicy storage = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of(), null);
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.of(Map.of("storage", List.of("plugin"))),
                List.of(),
                JsonNodeFactory.instance.objectNode());
        return Grant.freeze(
                manifest,
                ClaimedRuns.binding(
                        storage,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode().put("prompt", "Be brief.")),
                event,
                HostPolicy.NOW);
    }

    /** A context-store that accepts every change. */
    private static ContextStore storing() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, values) ->
                        Uni.createFrom().item(new ContextStoreResponse.Answered<>(new StorageSuccess(true))));
    }

    private static RunOwnership ours() {
        return new RunOwnership() {
            @Override
            public boolean mayAct() {
                return true;
            }

            @Override
            public Uni<Boolean> touch(RunId touched, int attempt) {
                return Uni.createFrom().item(true);
            }
        };
    }
}
