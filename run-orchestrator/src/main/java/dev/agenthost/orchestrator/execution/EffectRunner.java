package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallTarget;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.StateUpdated;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The effects of a run's results. Each comes first and its result after it; one that may not be costs its result, not the run, and of a
 * message only the bytes that may not be kept.
 */
final class EffectRunner {
    private final ClaimedRun run;
    private final RunSession session;
    private final Function<List<PendingResult>, Uni<Void>> say;
    private final ExecutionDependencies tools;
    private final BooleanSupplier open;
    private final Consumer<String> warn;
    private final Consumer<String> superseded;
    private final MessagePartWriter parts;

    /**
     * @param say where results go
     * @param open whether the run still speaks
     * @param superseded told when the run is another's
     */
    EffectRunner(
            ClaimedRun run,
            RunSession session,
            Function<List<PendingResult>, Uni<Void>> say,
            ExecutionDependencies tools,
            BooleanSupplier open,
            Consumer<String> warn,
            Consumer<String> superseded) {
        this.run = run;
        this.session = session;
        this.say = say;
        this.tools = tools;
        this.open = open;
        this.warn = warn;
        this.superseded = superseded;
        this.parts = new MessagePartWriter(
                tools.limits(), tools.nanos(), put -> owned(memory -> memory.keep(put)), open, warn);
    }

    /** Tries for as long as the run speaks. Never fails. */
    Uni<Void> apply(ResultDecision.Applies effect) {
        boolean cancelled = session.isCancelled();
        return switch (plan(effect)) {
            case EffectPlan.Keep keep -> said(keep, cancelled);
            case EffectPlan.Drop drop when cancelled -> cancelled(effect);
            case EffectPlan.Drop(FailureCode code, String why) -> dropped(effect, code, " " + why);
            case EffectPlan.Ask<?> ask -> cancelled ? cancelled(effect) : paid(effect, ask);
        };
    }

    /** Names the effect in its attempt. */
    static String operation(ClaimedRun run, ResultDecision.Applies effect) {
        return run.attempt() + "/" + name(effect);
    }

    /** Names the effect in whichever attempt comes to it. */
    static String name(ResultDecision.Applies effect) {
        return "result/" + effect.ordinal();
    }

    private Uni<Void> cancelled(ResultDecision.Applies effect) {
        return dropped(effect, FailureCode.CANCELLED, " of a cancelled run");
    }

    private Uni<Void> said(EffectPlan.Keep keep, boolean cancelled) {
        return (cancelled ? parts.unasked(keep) : parts.keep(keep)).chain(outcomes -> {
            if (outcomes.contains(new PartOutcome.Superseded())) {
                superseded.accept("context-store knows a later attempt");
                return Uni.createFrom().voidItem();
            }
            FailPoint.at("orchestrator.60-applied");
            return say.apply(List.of(keep.result().apply(outcomes)));
        });
    }

    private EffectPlan plan(ResultDecision.Applies effect) {
        return switch (effect.effect()) {
            case Effect.SetState(StateUpdated update) -> StateEffect.plan(run, session.grant(), update, effect);
            case Effect.KeepArtifact(ArtifactCreated artifact) -> ArtifactEffect.plan(run, artifact, effect);
            case Effect.KeepParts(MessageCompleted message) -> MessageEffect.plan(run, message, effect);
        };
    }

    /** Counts the bytes that a result writes against the workspace's rate, once, as those of a call. */
    private <T> Uni<Void> paid(ResultDecision.Applies effect, EffectPlan.Ask<T> ask) {
        return tools.limits()
                .take(run.workspaceId(), RateKind.BYTES_WRITTEN, ask.bytes())
                .onItem()
                .transformToUni(may -> may
                        ? ask(effect, ask)
                        : dropped(effect, FailureCode.RATE_LIMITED, ", this workspace writes too much"));
    }

    private <T> Uni<Void> ask(ResultDecision.Applies effect, EffectPlan.Ask<T> ask) {
        return owned(ask.question())
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(2))
                .until(failure -> open.getAsBoolean())
                .onItem()
                .transformToUni(answer -> applied(effect, ask, answer))
                .onFailure()
                .recoverWithUni(failure -> dropped(effect, FailureCode.RUNTIME_ERROR, " of a run that is sealed"));
    }

    private <T> Uni<Void> applied(
            ResultDecision.Applies effect, EffectPlan.Ask<T> ask, ContextStoreResponse<T> answer) {
        return switch (answer) {
            case ContextStoreResponse.Answered<T> done -> {
                FailPoint.at("orchestrator.60-applied");
                yield say.apply(List.of(ask.result().apply(done.value())));
            }
            case ContextStoreResponse.Refused<T> refused -> {
                if (refused.code() == FailureCode.CONFLICT) {
                    superseded.accept("context-store knows a later attempt");
                    yield Uni.createFrom().voidItem();
                }
                yield dropped(
                        effect, refused.code(), ", refused as " + refused.code().wire() + ": " + refused.detail());
            }
        };
    }

    /** Asks the lease before each call out, and counts the run as touched before its first effect. */
    private <T> Uni<ContextStoreResponse<T>> owned(Function<ContextStore, Uni<ContextStoreResponse<T>>> question) {
        return Uni.createFrom().deferred(() -> {
            if (!tools.ownership().mayAct()) {
                return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
            }
            return tools.ownership()
                    .touch(run.runId(), run.attempt())
                    .onItem()
                    .transformToUni(ours -> ours
                            ? question.apply(tools.memory())
                            : Uni.createFrom()
                                    .item(new ContextStoreResponse.Refused<T>(FailureCode.CONFLICT, "not ours")));
        });
    }

    /** Recorded before the run goes on. */
    private Uni<Void> dropped(ResultDecision.Applies effect, FailureCode code, String why) {
        String type = effect.result().payload().type();
        warn.accept(type + why);
        AuditedCaller caller = AuditedCaller.of(session);
        AgentApiError error = AgentApiError.of(code, "dropped" + why);
        Instant now = tools.clock().instant();
        return code == FailureCode.RUNTIME_ERROR
                ? tools.audit().failed(caller, type, named(effect.effect()), error, now)
                : tools.audit().denied(caller, type, named(effect.effect()), error, now);
    }

    private static CallTarget named(Effect effect) {
        return switch (effect) {
            case Effect.SetState(StateUpdated update) ->
                new CallTarget(TruncatedText.name(update.key()), update.scope().wire());
            case Effect.KeepArtifact(ArtifactCreated artifact) ->
                new CallTarget(artifact.artifactId() == null ? null : TruncatedText.name(artifact.artifactId()), null);
            case Effect.KeepParts(MessageCompleted message) -> CallTarget.NOTHING;
        };
    }
}
