package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.BlockableAuditTrail;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.lifecycle.Injection;
import dev.agenthost.orchestrator.lifecycle.SteeredMessage;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringTarget;
import dev.agenthost.orchestrator.lifecycle.WaitingMessage;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.wire.RecordingFrameSink;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests {@code steering_pull} with a scripted repository. */
class SteeringCallsTest {
    private static final String HERE = "connection-1";

    private final RunId run = new RunId(UUID.randomUUID());
    private final RunSessionRegistry sessions = new RunSessionRegistry();
    private final RecordingFrameSink outlet = new RecordingFrameSink();
    private final BlockableAuditTrail audit = new BlockableAuditTrail();
    private final List<AuditEntry> audited = audit.entries;
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> returned = new CopyOnWriteArrayList<>();
    private final List<RunId> touched = new ArrayList<>();
    private final List<WaitingMessage> waiting = new CopyOnWriteArrayList<>();
    private final Set<RunId> again = ConcurrentHashMap.newKeySet();
    private boolean owned = true;
    private Supplier<Uni<Set<SteeredMessage>>> delivery = () -> Uni.createFrom().item(() -> waiting.stream()
            .map(message -> new SteeredMessage(message.runId(), again.contains(message.runId())))
            .collect(Collectors.toSet()));

    private final HostApi host = new HostApi(
            sessions,
            new HostCalls(
                    null,
                    runOfItsBinding(),
                    null,
                    new Scripted(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    new Touching(),
                    InstantSource.system()),
            new Touching(),
            new CallAudit(audit),
            connectionId -> AuditedCaller.of(ClaimedRuns.WORKSPACE, ClaimedRuns.PROBE.toString(), "peer/probe-runner"),
            InstantSource.system(),
            System::nanoTime,
            "v4.11.0",
            WorkspaceRateLimiter.none());
    private final WireLink link = new WireLink(outlet, (request, reply) -> host.serveRequest(HERE, request, reply));

    @Test
    void auditsTheRunsOfPulledMessages() throws Exception {
        underWay(Duration.ofMinutes(5));
        waiting.add(message("b1"));
        waiting.add(message("b1"));

        JsonNode answer = pull();

        assertThat(answer.at("/data/items")).hasSize(2);
        assertThat(answer.at("/data/items/0/claimed_run_id").asText()).isEqualTo(run.toString());
        assertThat(audited).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo("steering_pull");
            assertThat(entry.runId()).isEqualTo(run);
            assertThat(entry.detail())
                    .isEqualTo("steered " + waiting.get(0).runId() + " "
                            + waiting.get(1).runId())
                    .doesNotContain("proxy-all");
        });
    }

    @Test
    void marksOnlyMessagesOfAnEarlierAttemptAsRedelivered() throws Exception {
        underWay(Duration.ofMinutes(5));
        waiting.add(message("b1"));
        waiting.add(message("b1"));
        again.add(waiting.getLast().runId());

        JsonNode items = pull().at("/data/items");

        assertThat(items.at("/0/metadata/redelivered").booleanValue()).isFalse();
        assertThat(items.at("/1/metadata/redelivered").booleanValue()).isTrue();
    }

    @Test
    void anEmptyPullHasNoEffect() throws Exception {
        underWay(Duration.ofMinutes(5));
        assertThat(pull().at("/data/items")).isEmpty();
        waiting.add(message("b2"));
        assertThat(pull().at("/data/items")).isEmpty();

        assertThat(touched).isEmpty();
        assertThat(delivered).isEmpty();
        assertThat(audited).singleElement().satisfies(entry -> assertThat(entry.detail())
                .isEqualTo("the first call"));
    }

    @Test
    void deliversNothingToARunWithAnotherOwner() throws Exception {
        underWay(Duration.ofMinutes(5));
        waiting.add(message("b1"));
        owned = false;

        assertThat(pull().at("/data/error/code").asText()).isEqualTo("not_found");
        assertThat(delivered).isEmpty();
    }

    @Test
    void retriesAFailedDeliveryUnderItsOperationId() throws Exception {
        underWay(Duration.ofMinutes(5));
        waiting.add(message("b1"));
        Supplier<Uni<Set<SteeredMessage>>> good = delivery;
        delivery =
                () -> delivered.size() < 3 ? Uni.createFrom().failure(new IllegalStateException("away")) : good.get();
        ask();
        await().until(() -> !outlet.sent.isEmpty());

        assertThat(answer().at("/data/items")).hasSize(1);
        assertThat(delivered).hasSize(3).containsOnly(delivered.getFirst());
        assertThat(returned).isEmpty();
    }

    @Test
    void returnsTheMessagesOfAnUnansweredCall() throws Exception {
        underWay(Duration.ofMillis(500));
        waiting.add(message("b1"));
        delivery = () -> Uni.createFrom().failure(new IllegalStateException("away"));
        ask();
        await().until(() -> !returned.isEmpty() && !outlet.sent.isEmpty());

        assertThat(answer().at("/data/error/code").asText()).isEqualTo("runtime_error");
        assertThat(returned).containsExactly(delivered.getFirst());
    }

    @Test
    void refusesAndReturnsAMessageThatCannotBeTruncated() throws Exception {
        underWay(Duration.ofMinutes(5));
        link.takes(WireLink.AROUND + 100);
        waiting.add(message("b1"));

        assertThat(pull().at("/data/error/code").asText()).isEqualTo("payload_too_large");
        assertThat(returned).containsExactly(delivered.getFirst());
    }

    private JsonNode pull() throws Exception {
        ask();
        return answer();
    }

    private void ask() {
        link.received("{\"seq_id\":1,\"action\":\"steering_pull\",\"data\":{\"run_id\":\"" + run
                + "\",\"mode\":\"all\",\"limit\":null}}");
    }

    private JsonNode answer() throws Exception {
        return ProtocolCodec.readTree(outlet.sent.getLast());
    }

    private void underWay(Duration limit) {
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
                limit,
                event.conversationKey(),
                List.of());
        session.begin(Grant.freeze(
                new AgentRunnerManifest(
                        ClaimedRuns.PROBE.toString(),
                        "default",
                        Map.of("en_US", "Probe"),
                        null,
                        AgentRunnerCapabilities.of(Map.of("steering", true)),
                        AgentRunnerPermissions.none(),
                        List.of(),
                        JsonNodeFactory.instance.objectNode()),
                steered("b1"),
                event,
                HostPolicy.NOW));
        sessions.open(session);
    }

    private static WaitingMessage message(String binding) {
        Resolution resolution = ClaimedRuns.claimed(
                        ClaimedRuns.message(),
                        steered(binding),
                        1,
                        Instant.now().plusSeconds(60))
                .resolution();
        return new WaitingMessage(resolution, "0".repeat(32));
    }

    private static BindingSnapshot steered(String id) {
        BindingSnapshot usual = ClaimedRuns.binding();
        return new BindingSnapshot(
                id,
                1,
                usual.agentId(),
                1,
                usual.runnerId(),
                usual.runnerConfig(),
                usual.resourcePolicy(),
                usual.statePolicy(),
                usual.deliveryPolicy(),
                TurnPolicy.STEER,
                RetryPolicy.NEVER,
                DeadlinePolicy.defaults());
    }

    private final class Scripted implements SteeringRepository {
        @Override
        public Uni<List<WaitingMessage>> waiting(SteeringTarget into, String operation, int most, long mostBytes) {
            return Uni.createFrom().item(() -> List.copyOf(waiting));
        }

        @Override
        public Uni<Set<SteeredMessage>> deliver(SteeringTarget into, String operation, List<Injection> injections) {
            return Uni.createFrom().deferred(() -> {
                delivered.add(operation);
                return delivery.get();
            });
        }

        @Override
        public Uni<Void> returnMessages(SteeringTarget into, String operation) {
            return Uni.createFrom().voidItem().invoke(() -> returned.add(operation));
        }
    }

    private final class Touching implements RunOwnership {
        @Override
        public boolean mayAct() {
            return true;
        }

        @Override
        public Uni<Boolean> touch(RunId touching, int attempt) {
            touched.add(touching);
            return Uni.createFrom().item(owned);
        }
    }

    private RunLookup runOfItsBinding() {
        return new RunLookup() {
            @Override
            public Uni<Optional<RunView>> find(String workspaceId, RunId found) {
                return Uni.createFrom()
                        .item(Optional.of(new RunView(
                                found,
                                "0".repeat(32),
                                null,
                                "bot-1",
                                "conv-1",
                                null,
                                "running",
                                1,
                                ClaimedRuns.PROBE.toString(),
                                "b1",
                                "a1",
                                Instant.EPOCH,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null)));
            }

            @Override
            public Uni<Optional<RunView>> lastOfChain(String workspaceId, RunId first) {
                return find(workspaceId, first);
            }

            @Override
            public Uni<List<RunView>> page(RunListQuery question) {
                return Uni.createFrom().item(List.of());
            }
        };
    }
}
