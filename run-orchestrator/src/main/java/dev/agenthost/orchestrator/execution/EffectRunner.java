package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.CallTarget;
import dev.agenthost.orchestrator.interaction.QuestionRepository;
import dev.agenthost.orchestrator.lifecycle.attempt.EffectOutcome;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.Effect;
import dev.agenthost.orchestrator.result.PartOutcome;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.InteractionWithdrawal;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.UiProjection;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies the effects of runs' results. An effect that is not allowed drops its result, but does not end the run. Of a message only the
 * bytes that are not stored are dropped.
 */
public final class EffectRunner {
    private final ContextStore memory;
    private final QuestionRepository questions;
    private final GraphViewRepository views;
    private final RunOwnership ownership;
    private final WorkspaceRateLimiter limits;
    private final CallAudit audit;
    private final RunClock clock;
    private final MessagePartWriter parts;

    /** @param limits of the writes of workspaces */
    public EffectRunner(
            ContextStore memory,
            QuestionRepository questions,
            GraphViewRepository views,
            RunOwnership ownership,
            WorkspaceRateLimiter limits,
            CallAudit audit,
            RunClock clock) {
        this.memory = memory;
        this.questions = questions;
        this.views = views;
        this.ownership = ownership;
        this.limits = limits;
        this.audit = audit;
        this.clock = clock;
        this.parts =
                new MessagePartWriter(limits, clock, (scope, put) -> owned(scope, store -> store.putArtifact(put)));
    }

    /** Retries while the run is open. Fails only by a fault of the host. */
    Uni<EffectOutcome> apply(EffectScope scope, ResultDecision.Applies effect) {
        boolean cancelled = scope.session().isCancelled();
        return switch (plan(scope, effect)) {
            case EffectPlan.Keep keep -> stored(scope, keep, cancelled);
            case EffectPlan.Drop drop when cancelled -> cancelled(scope, effect);
            case EffectPlan.Drop(FailureCode code, String why) -> dropped(scope, effect, code, " " + why);
            case EffectPlan.Ask<?> ask ->
                cancelled ? cancelled(scope, effect) : paid(scope, effect, ask.bytes(), () -> ask(scope, effect, ask));
            case EffectPlan.StoreQuestion ask ->
                cancelled
                        ? cancelled(scope, effect)
                        : paid(scope, effect, ask.bytes(), () -> question(scope, effect, ask));
            case EffectPlan.WithdrawQuestion withdrawal ->
                cancelled ? cancelled(scope, effect) : withdrawal(scope, effect, withdrawal);
            case EffectPlan.StoreView store ->
                cancelled
                        ? cancelled(scope, effect)
                        : paid(scope, effect, store.bytes(), () -> view(scope, effect, store));
        };
    }

    /** Records a result that was dropped before its effect was planned. */
    void refuse(EffectScope scope, DroppedEffect dropped) {
        audit.denied(
                AuditedCaller.of(scope.session()),
                dropped.type(),
                CallTarget.NOTHING,
                AgentApiError.of(dropped.code(), "dropped: " + dropped.why()),
                clock.now());
    }

    /** Names the effect in its attempt. */
    static String operation(ClaimedRun run, ResultDecision.Applies effect) {
        return run.attempt() + "/" + name(effect);
    }

    /** Names the effect in any attempt that reaches it. */
    static String name(ResultDecision.Applies effect) {
        return "result/" + effect.ordinal();
    }

    private Uni<EffectOutcome> cancelled(EffectScope scope, ResultDecision.Applies effect) {
        return dropped(scope, effect, FailureCode.CANCELLED, " of a cancelled run");
    }

    private Uni<EffectOutcome> stored(EffectScope scope, EffectPlan.Keep keep, boolean cancelled) {
        return (cancelled ? parts.unasked(scope, keep) : parts.keep(scope, keep)).map(outcomes -> {
            if (outcomes.contains(new PartOutcome.Superseded())) {
                return new EffectOutcome.Superseded();
            }
            FailPoint.at("orchestrator.60-applied");
            return new EffectOutcome.Applied(keep.result().apply(outcomes));
        });
    }

    private EffectPlan plan(EffectScope scope, ResultDecision.Applies effect) {
        return switch (effect.effect()) {
            case Effect.SetState(StateUpdated update) ->
                StateEffect.plan(scope.run(), scope.session().grant(), update, effect);
            case Effect.KeepArtifact(ArtifactCreated artifact) -> ArtifactEffect.plan(scope.run(), artifact, effect);
            case Effect.KeepParts(MessageCompleted message) -> MessageEffect.plan(scope.run(), message, effect);
            case Effect.Ask(ActionRequested asked, InteractionRequest request) ->
                QuestionEffect.plan(scope.run(), scope.session().grant(), asked, request, effect, clock.now());
            case Effect.Withdraw(ActionRequested asked, InteractionWithdrawal withdrawal) ->
                QuestionEffect.plan(scope.run(), scope.session().grant(), withdrawal, effect);
            case Effect.KeepProjection(ActionRequested asked, UiProjection projection) ->
                ProjectionEffect.plan(scope.run(), projection, effect);
        };
    }

    /** Counts the bytes that a result writes against the workspace's rate, once, like those of a call. */
    private Uni<EffectOutcome> paid(
            EffectScope scope, ResultDecision.Applies effect, long bytes, Supplier<Uni<EffectOutcome>> write) {
        return limits.take(scope.run().workspaceId(), RateKind.BYTES_WRITTEN, bytes)
                .onItem()
                .transformToUni(may -> may
                        ? write.get()
                        : dropped(scope, effect, FailureCode.RATE_LIMITED, ", this workspace writes too much"));
    }

    private <T> Uni<EffectOutcome> ask(EffectScope scope, ResultDecision.Applies effect, EffectPlan.Ask<T> ask) {
        return whileOpen(scope, effect, owned(scope, ask.question()), answer -> applied(scope, effect, ask, answer));
    }

    private Uni<EffectOutcome> question(
            EffectScope scope, ResultDecision.Applies effect, EffectPlan.StoreQuestion plan) {
        Uni<EffectOutcome> stored = owned(
                scope,
                () -> questions
                        .ask(plan.question())
                        .<EffectOutcome>map(
                                token -> new EffectOutcome.Applied(plan.result().apply(token))),
                new EffectOutcome.Superseded());
        return whileOpen(scope, effect, stored, outcome -> Uni.createFrom().item(outcome));
    }

    private Uni<EffectOutcome> withdrawal(
            EffectScope scope, ResultDecision.Applies effect, EffectPlan.WithdrawQuestion plan) {
        Uni<EffectOutcome> stored = owned(
                scope,
                () -> questions
                        .withdraw(plan.run(), plan.interactionId())
                        .<EffectOutcome>map(done -> new EffectOutcome.Applied(plan.result())),
                new EffectOutcome.Superseded());
        return whileOpen(scope, effect, stored, outcome -> Uni.createFrom().item(outcome));
    }

    private Uni<EffectOutcome> view(EffectScope scope, ResultDecision.Applies effect, EffectPlan.StoreView plan) {
        Uni<EffectOutcome> stored = owned(
                scope,
                () -> views.put(plan.view()).<EffectOutcome>map(done -> new EffectOutcome.Applied(plan.result())),
                new EffectOutcome.Superseded());
        return whileOpen(scope, effect, stored, outcome -> Uni.createFrom().item(outcome));
    }

    /** Retries the write while the run is open. */
    private <T> Uni<EffectOutcome> whileOpen(
            EffectScope scope, ResultDecision.Applies effect, Uni<T> write, Function<T, Uni<EffectOutcome>> outcome) {
        return write.onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(2))
                .until(failure -> scope.open().getAsBoolean())
                .onItem()
                .<EffectOutcome>transformToUni(outcome::apply)
                .onFailure()
                .recoverWithUni(
                        failure -> dropped(scope, effect, FailureCode.RUNTIME_ERROR, " of a run that is sealed"));
    }

    private <T> Uni<EffectOutcome> applied(
            EffectScope scope, ResultDecision.Applies effect, EffectPlan.Ask<T> ask, ContextStoreResponse<T> answer) {
        return switch (answer) {
            case ContextStoreResponse.Answered<T> done -> {
                FailPoint.at("orchestrator.60-applied");
                yield Uni.createFrom()
                        .item(new EffectOutcome.Applied(ask.result().apply(done.value())));
            }
            case ContextStoreResponse.Refused<T> refused ->
                refused.code() == FailureCode.CONFLICT
                        ? Uni.createFrom().item(new EffectOutcome.Superseded())
                        : dropped(
                                scope,
                                effect,
                                refused.code(),
                                ", refused as " + refused.code().wire() + ": " + refused.detail());
        };
    }

    /** Checks the lease before each outbound call, and counts the run as touched before its first effect. */
    private <T> Uni<ContextStoreResponse<T>> owned(
            EffectScope scope, Function<ContextStore, Uni<ContextStoreResponse<T>>> question) {
        return owned(
                scope,
                () -> question.apply(memory),
                new ContextStoreResponse.Refused<T>(FailureCode.CONFLICT, "not ours"));
    }

    private <T> Uni<T> owned(EffectScope scope, Supplier<Uni<T>> write, T otherwise) {
        return Uni.createFrom().deferred(() -> {
            if (!ownership.mayAct()) {
                return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
            }
            return ownership
                    .touch(scope.run().runId(), scope.run().attempt())
                    .onItem()
                    .transformToUni(
                            ours -> ours ? write.get() : Uni.createFrom().item(otherwise));
        });
    }

    /** Records the drop before the run continues. */
    private Uni<EffectOutcome> dropped(EffectScope scope, ResultDecision.Applies effect, FailureCode code, String why) {
        String type = effect.result().payload().type();
        scope.warn().accept(type + why);
        AuditedCaller caller = AuditedCaller.of(scope.session());
        AgentApiError error = AgentApiError.of(code, "dropped" + why);
        Instant now = clock.now();
        Uni<Void> recorded = code == FailureCode.RUNTIME_ERROR
                ? audit.failed(caller, type, named(effect.effect()), error, now)
                : audit.denied(caller, type, named(effect.effect()), error, now);
        return recorded.map(done -> new EffectOutcome.Dropped());
    }

    private static CallTarget named(Effect effect) {
        return switch (effect) {
            case Effect.SetState(StateUpdated update) ->
                new CallTarget(TruncatedText.name(update.key()), update.scope().wire());
            case Effect.KeepArtifact(ArtifactCreated artifact) ->
                new CallTarget(artifact.artifactId() == null ? null : TruncatedText.name(artifact.artifactId()), null);
            case Effect.KeepParts(MessageCompleted message) -> CallTarget.NOTHING;
            case Effect.Ask(ActionRequested asked, InteractionRequest request) ->
                new CallTarget(TruncatedText.name(request.interactionId()), null);
            case Effect.Withdraw(ActionRequested asked, InteractionWithdrawal withdrawal) ->
                new CallTarget(TruncatedText.name(withdrawal.interactionId()), null);
            case Effect.KeepProjection(ActionRequested asked, UiProjection projection) ->
                new CallTarget(TruncatedText.name(projection.runId()), null);
        };
    }
}
