package dev.agenthost.orchestrator.wiring.cdi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.RunContextBuilder;
import dev.agenthost.orchestrator.context.RunFacts;
import dev.agenthost.orchestrator.context.http.HttpContextStore;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.wire.FrameCodec;
import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.RunEnd;
import dev.agenthost.protocol.store.history.EventQuestion;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Executes the start of a sample run: freezes its grant, builds its context and frame, reads results as those of its runner, and
 * requests an unknown event of context-store.
 */
@ApplicationScoped
class RunPreparation implements Preparation {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final HttpContextStore memory;

    RunPreparation(HttpContextStore memory) {
        this.memory = memory;
    }

    @Override
    public void prepare() throws Exception {
        ProtocolCodec.prepare(RunContextQuestion.class, RunContextAnswer.class, RunEnd.class);
        var resolution = ProtocolCodec.decode(SampleRecords.of(Resolution.class), Resolution.class);
        if (resolution.outcome() instanceof ResolutionOutcome.Bound(BindingSnapshot binding)) {
            prepareContext(resolution, binding);
        }
        prepareResults();
        askContextStore(resolution);
    }

    private static void prepareContext(Resolution resolution, BindingSnapshot binding) {
        var manifest = new AgentRunnerManifest(
                binding.runnerId().toString(),
                "default",
                Map.of("en_US", "Sample"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.none(),
                List.of(),
                ProtocolCodec.mapper().createObjectNode());
        var canonical = CanonicalGrant.of(Grant.freeze(manifest, binding, resolution.event(), HostPolicy.NOW));
        canonical.summary();
        ObjectNode context = RunContextBuilder.tree(new RunFacts(
                resolution.runId(),
                resolution.event(),
                binding,
                canonical,
                new RunContextAnswer(Map.of(), null, null, null, false),
                resolution.runId().toString(),
                resolution.resolvedAt(),
                ""));
        FrameCodec.request(1, "run_agent", context, null);
    }

    private static void prepareResults() throws Exception {
        var results = ProtocolCodec.decode(SampleRecords.of(RunResults.class), RunResults.class);
        var intake = new ResultIntake(results.runId().toString(), DeltaMode.INCREMENT, false);
        for (ResultFrame result : results.results()) {
            intake.take(ProtocolCodec.tree(result), false);
        }
    }

    private void askContextStore(Resolution resolution) {
        var event = resolution.event();
        memory.event(new EventQuestion(
                        event.workspaceId(),
                        event.botId(),
                        event.conversationId(),
                        null,
                        event.eventId().toString(),
                        List.of()))
                .await()
                .atMost(LIMIT);
    }
}
