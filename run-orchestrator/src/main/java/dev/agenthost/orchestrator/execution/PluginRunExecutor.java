package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextSize;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.context.InputAttachments;
import dev.agenthost.orchestrator.context.RunContextBuilder;
import dev.agenthost.orchestrator.context.RunFacts;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.grant.BoundedGrant;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.grant.GrantedNames;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.dispatch.ArtifactPermissions;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSubjects;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunExecutor;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs claimed runs on the plugins that are connected here: reserves a place, freezes the grant, asks context-store, sends. A runner
 * never starts without context-store's answer.
 */
public final class PluginRunExecutor implements RunExecutor {
    private final RunnerRegistry registry;
    private final ExecutionDependencies tools;
    private final Secrets secrets;

    /** @param secrets that configurations refer to */
    public PluginRunExecutor(RunnerRegistry registry, ExecutionDependencies tools, Secrets secrets) {
        this.registry = registry;
        this.tools = tools;
        this.secrets = secrets;
    }

    @Override
    public Map<SlotPool, Integer> room() {
        return registry.room();
    }

    @Override
    public void onRoom(Runnable wake) {
        registry.onRoom(wake);
    }

    @Override
    public Execution execute(ClaimedRun run, ResultSink sink) {
        Optional<RunnerConnection> place = registry.reserve(run.binding().runnerId(), run.workspaceId(), run.pool());
        if (place.isEmpty()) {
            sink.ended(new ExecutionOutcome.NotStarted(
                    FailureCode.RUNNER_UNAVAILABLE, "no connection has room for the runner"));
            return Execution.NONE;
        }
        RunnerConnection connection = place.get();
        Optional<RunnerDescriptor> runner = connection.runner(run.binding().runnerId());
        if (runner.isEmpty()) {
            connection.giveBack();
            sink.ended(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "the runner has just gone"));
            return Execution.NONE;
        }
        try {
            return switch (RunConfiguration.of(
                    runner.get().manifest().configSchema(), run.binding().runnerConfig(), secrets, run.workspaceId())) {
                case RunConfiguration.Complete complete -> start(run, sink, connection, runner.get(), complete);
                case RunConfiguration.Missing missing -> {
                    connection.giveBack();
                    sink.ended(new ExecutionOutcome.Failed(
                            RunFailed.of(FailureCode.RUNNER_CONFIG_INVALID, missing.why())));
                    yield Execution.NONE;
                }
            };
        } catch (RuntimeException why) {
            connection.giveBack();
            throw why;
        }
    }

    private Execution start(
            ClaimedRun run,
            ResultSink sink,
            RunnerConnection connection,
            RunnerDescriptor runner,
            RunConfiguration.Complete configuration) {
        EventEnvelope event = run.resolution().event();
        RunId seen = RunIds.seenByRunner(run.runId(), run.attempt());
        long now = tools.nanos().getAsLong();
        RunSession session = new RunSession(
                connection.id(),
                run.runId(),
                seen,
                run.attempt(),
                run.workspaceId(),
                event.botId(),
                runner.id(),
                connection.generation(),
                now,
                run.limit(),
                event.conversationKey(),
                positions(run),
                event.actor() == null ? null : event.actor().actorId(),
                RunSubjects.of(run.binding(), event));
        session.leaveOutThoughts(configuration.leavesOutThoughts());
        ResultIntake intake = new ResultIntake(
                seen.toString(),
                DeltaMode.of(configuration.deltaMode(), runner.deltaMode(), runner.id()),
                run.binding().deliveryPolicy().requireOutput());
        RunSlot held =
                new RunSlot(connection, runner.id(), seen, now + run.limit().toNanos());
        LiveRun live = new LiveRun(run, session, intake, connection.backlog(), sink, tools, held);
        BoundedGrant frozen = BoundedGrant.of(Grant.freeze(runner.manifest(), run.binding(), event, tools.host()));
        Uni.combine()
                .all()
                .unis(ToolLookup.of(tools.shelf(), run, runner), ModelLookup.of(tools.models(), run, frozen.grant()))
                .asTuple()
                .chain(found -> begin(
                        run,
                        session,
                        found.getItem2().grant().with(runner.manifest().permissions(), found.getItem1()),
                        configuration,
                        frozen.beyond()
                                + ToolLookup.absent(found.getItem1())
                                + found.getItem2().summary()))
                .chain(begun -> InputAttachments.completed(
                                tools.memory(),
                                RunSubjects.of(run.binding(), event)
                                        .owner(
                                                run.workspaceId(),
                                                run.runId(),
                                                event.botId(),
                                                event.conversationId(),
                                                event.threadId()),
                                event.input().attachments(),
                                ArtifactPermissions.of(begun.grant().grant()))
                        .map(begun::with))
                .chain(begun -> begun(run, live, session, held, begun))
                .subscribe()
                .with(
                        begun -> {},
                        failure -> notStarted(live, held, "the run could not begin: " + failure.getMessage()));
        return live;
    }

    /**
     * @param absent which of its tools and models could not be found, and what was too many, for the audit
     * @param attachments of the input, completed
     */
    private record Begun(
            CanonicalGrant grant,
            boolean isAudited,
            RunConfiguration.Complete configuration,
            String absent,
            ContextStoreResponse<RunContextAnswer> answer,
            List<ArtifactRef> attachments) {
        Begun with(List<ArtifactRef> completed) {
            return new Begun(grant, isAudited, configuration, absent, answer, completed);
        }
    }

    private Uni<Begun> begin(
            ClaimedRun run, RunSession session, Grant frozen, RunConfiguration.Complete configuration, String absent) {
        return ask(run, frozen)
                .onItem()
                .transformToUni(answer -> stored(run, session, frozen, absent, answer)
                        .map(stored ->
                                new Begun(stored.grant(), stored.isFirst(), configuration, absent, answer, List.of())))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofMillis(500))
                .expireIn(tools.begin().toMillis());
    }

    /** Stores the grant before the run begins, as it is enforced: a later attempt has the grant of the first one, despite later changes. */
    private Uni<GrantRepository.Stored> stored(
            ClaimedRun run,
            RunSession session,
            Grant frozen,
            String absent,
            ContextStoreResponse<RunContextAnswer> answer) {
        return switch (answer) {
            case ContextStoreResponse.Refused<RunContextAnswer> refused ->
                Uni.createFrom().item(new GrantRepository.Stored(CanonicalGrant.of(frozen), false));
            case ContextStoreResponse.Answered<RunContextAnswer> context -> {
                CanonicalGrant grant = CanonicalGrant.of(frozen.knowing(context.value()));
                AuditRecord granted = tools.audit()
                        .grant(session, grant.summary() + absent, tools.clock().instant());
                yield tools.grants().store(run, grant, granted.entry()).invoke(stored -> {
                    if (stored.isFirst()) {
                        FailPoint.at("orchestrator.45-audited");
                        tools.audit().written(granted);
                    }
                });
            }
        };
    }

    private Uni<ContextStoreResponse<RunContextAnswer>> ask(ClaimedRun run, Grant grant) {
        if (!tools.ownership().mayAct()) {
            return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
        }
        EventEnvelope event = run.resolution().event();
        return tools.memory()
                .begin(new RunContextQuestion(
                        run.workspaceId(),
                        run.runId(),
                        run.attempt(),
                        event.eventId(),
                        event.botId(),
                        event.conversationId(),
                        event.threadId(),
                        grant.stateKeys(),
                        GrantedNames.files(grant),
                        GrantedNames.skills(grant),
                        GrantedNames.knowledgeBases(grant)));
    }

    private Uni<Void> begun(ClaimedRun run, LiveRun live, RunSession session, RunSlot held, Begun begun) {
        return switch (begun.answer()) {
            case ContextStoreResponse.Answered<RunContextAnswer> answered ->
                opened(run, live, session, held, begun, answered.value());
            case ContextStoreResponse.Refused<RunContextAnswer> refused -> {
                if (refused.code() == FailureCode.CONFLICT) {
                    held.leave();
                    live.ended(new ExecutionOutcome.Superseded("context-store knows a later attempt"));
                } else {
                    notStarted(
                            live,
                            held,
                            "context-store refused: " + refused.code().wire());
                }
                yield Uni.createFrom().voidItem();
            }
        };
    }

    /** Calls the runner once its grant is recorded. */
    private Uni<Void> opened(
            ClaimedRun run, LiveRun live, RunSession session, RunSlot held, Begun begun, RunContextAnswer stored) {
        CanonicalGrant written = begun.grant();
        if (!live.opened(written.grant())) {
            held.leave();
            return Uni.createFrom().voidItem();
        }
        RunFacts facts = new RunFacts(
                session.seenRunId(),
                run.resolution().event(),
                run.binding(),
                written,
                stored,
                run.traceId(),
                run.deadlineAt(),
                tools.langbotVersion());
        Uni<Void> recorded = begun.isAudited()
                ? Uni.createFrom().voidItem()
                : tools.audit()
                        .granted(
                                session,
                                written.summary() + begun.absent(),
                                tools.clock().instant());
        ObjectNode context = RunContextBuilder.tree(facts);
        context.set("config", begun.configuration().config());
        context.withObject("/input").set("attachments", ProtocolCodec.runnerTree(begun.attachments()));
        return recorded.invoke(() -> send(run, live, held, context));
    }

    private static void send(ClaimedRun run, LiveRun live, RunSlot held, ObjectNode context) {
        if (!ContextSize.fit(context, held.largestMessage() - WireLink.AROUND)) {
            held.leave();
            live.ended(new ExecutionOutcome.Failed(RunFailed.of(
                    FailureCode.PAYLOAD_TOO_LARGE,
                    "The run's context has " + JsonText.bytes(context) + " bytes; the runner's SDK takes messages of "
                            + held.largestMessage())));
            return;
        }
        OptionalLong sent = held.send(context, run.workspaceId(), live);
        if (sent.isEmpty()) {
            live.ended(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "the connection has gone"));
            return;
        }
        FailPoint.at("orchestrator.50-sent");
    }

    private static void notStarted(LiveRun live, RunSlot held, String why) {
        held.leave();
        live.ended(new ExecutionOutcome.NotStarted(FailureCode.CONTEXT_UNAVAILABLE, why));
    }

    private static List<RecordPosition> positions(ClaimedRun run) {
        List<RecordPosition> positions = new ArrayList<>();
        positions.add(run.resolution().eventPosition());
        RecordPosition previous = run.previousTurn();
        if (previous != null) {
            positions.add(previous);
        }
        return positions;
    }
}
