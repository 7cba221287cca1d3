package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextSize;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.context.RunContextBuilder;
import dev.agenthost.orchestrator.context.RunFacts;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSubjects;
import dev.agenthost.orchestrator.interaction.ReplyOutcome;
import dev.agenthost.orchestrator.interaction.ReplyService;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.result.DeltaMode;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Dispatches runs to the connection that has a slot for them: freezes the grant, opens the run, calls the runner. */
public final class RunDispatcher {
    private final GrantFreezer grants;
    private final RunOpener opener;
    private final LiveRunFactory streams;
    private final ReplyService replies;
    private final Duration cancelTimeout;
    private final RunClock clock;
    private final String langbotVersion;

    /** @param cancelTimeout the longest time that a cancelled run holds its slot */
    public RunDispatcher(
            GrantFreezer grants,
            RunOpener opener,
            LiveRunFactory streams,
            ReplyService replies,
            Duration cancelTimeout,
            RunClock clock,
            String langbotVersion) {
        this.grants = grants;
        this.opener = opener;
        this.streams = streams;
        this.replies = replies;
        this.cancelTimeout = cancelTimeout;
        this.clock = clock;
        this.langbotVersion = langbotVersion;
    }

    /** One run to be sent to its runner. */
    private record Dispatch(
            ClaimedRun run,
            RunSession session,
            LiveRun live,
            int largestMessage,
            RunConfiguration.Complete configuration) {}

    void dispatch(
            ClaimedRun run,
            RunnerConnection connection,
            RunnerDescriptor runner,
            RunConfiguration.Complete configuration,
            RunInputs inputs) {
        RunId seen = RunIds.seenByRunner(run.runId(), run.attempt());
        long now = clock.nanos();
        RunSession session = session(run, seen, connection, runner, now);
        session.of(run);
        session.leaveOutThoughts(configuration.leavesOutThoughts());
        ResultIntake intake = new ResultIntake(
                seen.toString(),
                DeltaMode.of(configuration.deltaMode(), runner.deltaMode(), runner.id()),
                run.binding().deliveryPolicy().requireOutput());
        RunSlot slot =
                new RunSlot(connection, runner.id(), seen, now + run.limit().toNanos(), cancelTimeout);
        Uni<GrantFreezer.FrozenGrant> grant = grants.freeze(run, runner);
        LiveRun live = streams.create(run, session, connection.backlog(), slot, inputs);
        inputs.submit(new RunInput.Reserved(live, streams.inbox(intake)));
        Dispatch dispatch = new Dispatch(run, session, live, connection.largestMessage(), configuration);
        grant.chain(frozen -> opener.open(run, session, frozen))
                .chain(opening -> call(dispatch, opening))
                .subscribe()
                .with(
                        called -> {},
                        failure -> notStarted(dispatch, "the run could not begin: " + failure.getMessage()));
    }

    private static RunSession session(
            ClaimedRun run, RunId seen, RunnerConnection connection, RunnerDescriptor runner, long now) {
        EventEnvelope event = run.resolution().event();
        return new RunSession(
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
    }

    private Uni<Void> call(Dispatch dispatch, RunOpening opening) {
        return switch (opening.answer()) {
            case ContextStoreResponse.Answered<RunContextAnswer> answered -> call(dispatch, opening, answered.value());
            case ContextStoreResponse.Refused<RunContextAnswer> refused -> {
                if (refused.code() == FailureCode.CONFLICT) {
                    dispatch.live().notCalled(new ExecutionOutcome.Superseded("context-store knows a later attempt"));
                } else {
                    notStarted(
                            dispatch, "context-store refused: " + refused.code().wire());
                }
                yield Uni.createFrom().voidItem();
            }
        };
    }

    /** Calls the runner, unless the message of the run is a reply that is held: its run returns to the queue. */
    private Uni<Void> call(Dispatch dispatch, RunOpening opening, RunContextAnswer stored) {
        return reply(dispatch.run(), opening.grant().grant()).chain(reply -> switch (reply) {
            case ReplyOutcome.NoReply none -> call(dispatch, opening, context(dispatch, opening, stored));
            case ReplyOutcome.Accepted accepted ->
                call(dispatch, opening, responding(context(dispatch, opening, stored), accepted.submission()));
            case ReplyOutcome.Held held -> {
                dispatch.live()
                        .notCalled(new ExecutionOutcome.NotStarted(
                                FailureCode.DEADLINE_EXCEEDED, "the run that asked has not ended"));
                yield Uni.createFrom().voidItem();
            }
        });
    }

    /** Calls the runner once its grant is recorded. */
    private Uni<Void> call(Dispatch dispatch, RunOpening opening, ObjectNode context) {
        return dispatch.live().open(opening.grant().grant()).chain(opened -> {
            if (!opened) {
                return Uni.createFrom().voidItem();
            }
            return opener.audited(dispatch.session(), opening)
                    .invoke(() -> send(dispatch, context))
                    .replaceWithVoid();
        });
    }

    /** Returns the response that the message of the run is; a runner that asks nobody gets none. */
    private Uni<ReplyOutcome> reply(ClaimedRun run, Grant grant) {
        return grant.interactions() ? replies.respond(run) : Uni.createFrom().item(new ReplyOutcome.NoReply());
    }

    private static ObjectNode responding(ObjectNode context, InteractionSubmission submission) {
        context.withObject("/input").set("interaction", ProtocolCodec.runnerTree(submission));
        return context;
    }

    private ObjectNode context(Dispatch dispatch, RunOpening opening, RunContextAnswer stored) {
        ClaimedRun run = dispatch.run();
        ObjectNode context = RunContextBuilder.tree(new RunFacts(
                dispatch.session().seenRunId(),
                run.resolution().event(),
                run.binding(),
                opening.grant(),
                stored,
                run.traceId(),
                run.deadlineAt(),
                langbotVersion));
        context.set("config", dispatch.configuration().config());
        context.withObject("/input").set("attachments", ProtocolCodec.runnerTree(opening.attachments()));
        return context;
    }

    private static void send(Dispatch dispatch, ObjectNode context) {
        if (ContextSize.fit(context, dispatch.largestMessage() - WireLink.AROUND)) {
            dispatch.live().call(context);
        } else {
            dispatch.live()
                    .notCalled(new ExecutionOutcome.Failed(RunFailed.of(
                            FailureCode.PAYLOAD_TOO_LARGE,
                            "The run's context has " + JsonText.bytes(context)
                                    + " bytes; the runner's SDK takes messages of " + dispatch.largestMessage())));
        }
    }

    private static void notStarted(Dispatch dispatch, String why) {
        dispatch.live().notCalled(new ExecutionOutcome.NotStarted(FailureCode.CONTEXT_UNAVAILABLE, why));
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
