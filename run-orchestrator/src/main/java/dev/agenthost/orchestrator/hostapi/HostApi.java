package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.audit.AuditedCaller;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.audit.CallIntent;
import dev.agenthost.orchestrator.hostapi.audit.CallTarget;
import dev.agenthost.orchestrator.hostapi.audit.CallerResolver;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.ItemTruncator;
import dev.agenthost.orchestrator.hostapi.dispatch.PageShrinker;
import dev.agenthost.orchestrator.hostapi.dispatch.RunScopedCall;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.hostapi.run.RunCalls;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls of runners (spec 000 §8). The checks have this order: action, {@code run_id}, a live run of this connection and of the
 * calling plugin, not cancelled, this replica's lease, the deadline, the run's own rate, the grant and scope, the size of the value to
 * store, the rates of its workspace, and again all checks whose result may have changed; then the arguments. A call that is refused before
 * the workspace's rates spends none of them. An effect is committed as such before it happens, and so is its intent in the audit's outbox; a change of state is committed with its entry instead.
 * A refusal, the outcome of an effect and the first of each read are recorded before the answer. Never blocks; answers each call once.
 */
public final class HostApi {
    private static final System.Logger LOG = System.getLogger(HostApi.class.getName());
    /** Long enough for a restart of context-store, and shorter than the request timeout of the wire of 15 seconds. */
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(10);

    private final RunSessionRegistry sessions;
    private final RunOwnership ownership;
    private final CallAudit audit;
    private final CallerResolver callers;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final String langbotVersion;
    private final HostCalls calls;
    private final CallCosts costs;

    /**
     * @param callers resolves the caller of a run that does not exist
     * @param clock the clock of times in audit entries and results
     * @param nanos the monotonic clock of this process
     * @param limits the rates of workspaces
     */
    public HostApi(
            RunSessionRegistry sessions,
            HostCalls calls,
            RunOwnership ownership,
            CallAudit audit,
            CallerResolver callers,
            InstantSource clock,
            LongSupplier nanos,
            String langbotVersion,
            WorkspaceRateLimiter limits) {
        this.sessions = sessions;
        this.calls = calls;
        this.ownership = ownership;
        this.audit = audit;
        this.callers = callers;
        this.clock = clock;
        this.nanos = nanos;
        this.langbotVersion = langbotVersion;
        this.costs = new CallCosts(limits);
    }

    public void serveRequest(String connectionId, Frame.Request request, WireLink.Reply reply) {
        serveRequest(connectionId, request, runner -> true, reply);
    }

    /** @param from a test for the runners whose runs the call may act for, if several plugins share the connection */
    public void serveRequest(
            String connectionId, Frame.Request request, Predicate<RunnerId> from, WireLink.Reply reply) {
        Optional<HostAction> found = HostAction.ofWire(request.action());
        if (found.isEmpty()) {
            refuseUnknownRun(
                    connectionId,
                    request,
                    Optional.empty(),
                    AgentApiError.of(
                            FailureCode.INVALID_ARGUMENT,
                            "Action " + TruncatedText.name(request.action()) + " not found"),
                    reply);
            return;
        }
        HostAction action = found.get();
        if (action == HostAction.GET_LANGBOT_VERSION) {
            reply.success(JsonNodeFactory.instance.objectNode().put("version", langbotVersion));
            return;
        }
        String runId = request.data().path("run_id").asText("");
        if (runId.isEmpty()) {
            refuseUnknownRun(
                    connectionId,
                    request,
                    found,
                    AgentApiError.of(FailureCode.INVALID_ARGUMENT, "run_id is missing"),
                    reply);
            return;
        }
        sessions.find(connectionId, runId)
                .ifPresentOrElse(
                        session -> {
                            if (from.test(session.runnerId())) {
                                serve(action, session, request.data(), reply);
                            } else {
                                refuseForeignPlugin(action, session, request.data(), reply);
                            }
                        },
                        () -> refuseUnknownRun(
                                connectionId,
                                request,
                                found,
                                AgentApiError.of(
                                        FailureCode.NOT_FOUND,
                                        "Run session " + TruncatedText.name(runId) + " not found or expired"),
                                reply));
    }

    /** Refuses a call for a run that this connection does not have. The audit names the workspace and runner of a run that ended recently. */
    private void refuseUnknownRun(
            String connectionId,
            Frame.Request request,
            Optional<HostAction> action,
            AgentApiError error,
            WireLink.Reply reply) {
        CallTarget target =
                action.map(known -> CallTargets.of(known, request.data())).orElse(CallTarget.NOTHING);
        String name = TruncatedText.name(request.action());
        String runId = request.data().path("run_id").asText("");
        Optional<RunSessionRegistry.Ended> ended = sessions.ended(connectionId, runId);
        after(
                ended.isPresent()
                        ? audit.denied(AuditedCaller.of(ended.get()), name, target, error, clock.instant())
                        : audit.denied(
                                callers.of(connectionId), parseRunId(runId), name, target, error, clock.instant()),
                () -> reply.refused(error));
    }

    private static @Nullable RunId parseRunId(String runId) {
        try {
            return RunId.parse(runId);
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    /** Answers a call once its audit entry is recorded. */
    private static void after(Uni<Void> recorded, Runnable answer) {
        recorded.subscribe().with(done -> answer.run(), why -> answer.run());
    }

    private void refuseForeignPlugin(HostAction action, RunSession session, JsonNode data, WireLink.Reply reply) {
        AgentApiError error =
                AgentApiError.of(FailureCode.UNAUTHORIZED, "The caller is not the plugin of this run (mismatch)");
        after(
                audit.denied(
                        AuditedCaller.of(session),
                        action.wire(),
                        CallTargets.of(action, session, data),
                        error,
                        clock.instant()),
                () -> reply.refused(error));
    }

    private void serve(HostAction action, RunSession session, JsonNode data, WireLink.Reply reply) {
        CallTarget target = CallTargets.of(action, session, data);
        CallIntent intent = new CallIntent();
        // Deferred, so that an exception of the call fails the call and not the connection.
        Uni.createFrom()
                .deferred(() -> answer(action, session, data, reply, target, intent))
                .chain(answer -> fitToMessage(action, session, data, answer, reply))
                .map(answer -> withBackpressure(action, answer, reply))
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "runId={0} {1} failed: {2}",
                            session.runId(),
                            action.wire(),
                            failure);
                    return HostCallResponse.failed(action);
                })
                .subscribe()
                .with(answer -> {
                    switch (answer) {
                        case HostCallResponse.Served served ->
                            after(served(action, session, target, served, intent), () -> reply.success(served.data()));
                        case HostCallResponse.Streamed streamed ->
                            streamed.chunks()
                                    .subscribe()
                                    .withSubscriber(new StreamedCall(
                                            session, reply, nanos, ended(action, session, target, streamed, intent)));
                        case HostCallResponse.Refused refused ->
                            after(
                                    refused(action, session, target, refused.error(), refused.failed(), intent),
                                    () -> reply.refused(refused.error()));
                    }
                });
    }

    private Uni<Void> served(
            HostAction action,
            RunSession session,
            CallTarget target,
            HostCallResponse.Served served,
            CallIntent intent) {
        if (intent.isChangeStored()) {
            return Uni.createFrom().voidItem();
        }
        return served.detail() == null && !action.hasEffect()
                ? audit.read(session, action.wire(), target, clock.instant())
                : audit.served(session, action.wire(), target, served.detail(), intent, clock.instant());
    }

    private Uni<Void> refused(
            HostAction action,
            RunSession session,
            CallTarget target,
            AgentApiError error,
            boolean failed,
            CallIntent intent) {
        return audit.refused(session, action.wire(), target, error, failed, intent, clock.instant());
    }

    /** Returns the function that records the end of a stream; an aborted stream counts as failed. */
    private Function<Optional<AgentApiError>, Uni<Void>> ended(
            HostAction action,
            RunSession session,
            CallTarget target,
            HostCallResponse.Streamed streamed,
            CallIntent intent) {
        return error -> error.isPresent()
                ? refused(action, session, target, error.get(), true, intent)
                : audit.served(session, action.wire(), target, streamed.detail().get(), intent, clock.instant());
    }

    private Uni<HostCallResponse> answer(
            HostAction action,
            RunSession session,
            JsonNode data,
            WireLink.Reply reply,
            CallTarget target,
            CallIntent intent) {
        Optional<HostCallResponse> refusal =
                admissionRefusal(action, session, data).or(() -> calls.refusal(action, session, data));
        if (refusal.isPresent()) {
            return Uni.createFrom().item(refusal.get());
        }
        return costs.charge(action, session, data)
                .chain(refused -> refused.isEmpty() && action.hasEffect()
                        ? begin(action, session, target, intent).replaceWith(refused)
                        : Uni.createFrom().item(refused))
                .chain(refused -> refused.or(() -> runRefusal(action, session, data))
                        .map(answer -> Uni.createFrom().item(answer))
                        .orElseGet(() -> dispatch(action, session, data, reply, intent)));
    }

    private Uni<Void> begin(HostAction action, RunSession session, CallTarget target, CallIntent intent) {
        if (action.changesState()) {
            audit.change(intent, session, action.wire(), target, clock.instant());
            return Uni.createFrom().voidItem();
        }
        return audit.begin(intent, session, action.wire(), target, clock.instant());
    }

    private Uni<HostCallResponse> dispatch(
            HostAction action, RunSession session, JsonNode data, WireLink.Reply reply, CallIntent intent) {
        return switch (action.kind()) {
            case OUT -> calls.dispatchOutbound(action, session, data, () -> isOpen(session));
            case READ -> withRetries(session, calls.dispatch(action, session, data, intent));
            case TAKE -> {
                String operation = session.nextOperationId();
                yield withRetries(session, calls.pull(session, data, operation, reply.most()))
                        .invoke(answer -> {
                            if (isTooLarge(answer, reply)) {
                                calls.returnMessages(session, operation);
                            }
                        })
                        .onFailure()
                        .invoke(() -> calls.returnMessages(session, operation));
            }
            case EFFECT ->
                ownership
                        .touch(session.runId(), session.attempt())
                        .onItem()
                        .transformToUni(owned -> owned
                                ? withRetries(session, calls.dispatch(action, session, data, intent))
                                : Uni.createFrom().item(expired(session)));
        };
    }

    /**
     * Reads an answer that is too large for the caller's SDK again as a shorter page, and truncates an item that is alone too large;
     * refuses it if the call has no pages.
     */
    private Uni<HostCallResponse> fitToMessage(
            HostAction action, RunSession session, JsonNode data, HostCallResponse answer, WireLink.Reply reply) {
        if (!isTooLarge(answer, reply)) {
            return Uni.createFrom().item(answer);
        }
        HostCallResponse.Served large = (HostCallResponse.Served) answer;
        return PageShrinker.of(action, data, large.data(), reply.most())
                .map(shorter -> withRetries(session, calls.dispatch(action, session, shorter, new CallIntent()))
                        .chain(next -> fitToMessage(action, session, shorter, next, reply)))
                .orElseGet(() -> Uni.createFrom()
                        .item(ItemTruncator.of(action, large.data(), reply.most())
                                .<HostCallResponse>map(page -> new HostCallResponse.Served(page, large.detail()))
                                .orElseGet(() -> new HostCallResponse.Refused(tooLarge(reply)))));
    }

    private static boolean isTooLarge(HostCallResponse answer, WireLink.Reply reply) {
        return answer instanceof HostCallResponse.Served served && !reply.fits(served.data());
    }

    static AgentApiError tooLarge(WireLink.Reply reply) {
        return AgentApiError.of(
                FailureCode.PAYLOAD_TOO_LARGE,
                "The answer is larger than the " + reply.most() + " bytes that the runner's SDK takes as one message");
    }

    /** Refuses the answer of a read while the plugin has unread answers: more of them would close its connection. */
    private static HostCallResponse withBackpressure(HostAction action, HostCallResponse answer, WireLink.Reply reply) {
        return action.kind() == HostAction.Kind.READ && answer instanceof HostCallResponse.Served && reply.isCrowded()
                ? HostCallResponse.refused(FailureCode.RATE_LIMITED, "Earlier answers are not read yet")
                : answer;
    }

    private Optional<HostCallResponse> admissionRefusal(HostAction action, RunSession session, JsonNode data) {
        return runRefusal(action, session, data)
                .or(() -> session.takesCall(nanos.getAsLong())
                        ? Optional.empty()
                        : Optional.of(
                                HostCallResponse.refused(FailureCode.RATE_LIMITED, "Too many calls of this run")));
    }

    /**
     * Returns a refusal if the run may not call any more: it is unknown, cancelled, without this replica's lease or past its deadline. A
     * cancelled run may still read itself.
     */
    private Optional<HostCallResponse> runRefusal(HostAction action, RunSession session, JsonNode data) {
        if (!isRegistered(session)) {
            return Optional.of(expired(session));
        }
        Optional<FailureCode> cancelled = session.cancelled();
        if (cancelled.isPresent() && !(action == HostAction.RUN_GET && RunCalls.targetsItself(session, data))) {
            return Optional.of(new HostCallResponse.Refused(RunScopedCall.over(session)));
        }
        if (!ownership.mayAct()) {
            return Optional.of(
                    HostCallResponse.refused(FailureCode.RUNTIME_ERROR, "the host is catching up, try again"));
        }
        return cancelled.isEmpty() && session.left(nanos.getAsLong()).isNegative()
                ? Optional.of(HostCallResponse.refused(FailureCode.DEADLINE_EXCEEDED, "The run's deadline has passed"))
                : Optional.empty();
    }

    /** Retries until the run's deadline or its end. A change has an operation id, so a retry is safe. */
    private Uni<HostCallResponse> withRetries(RunSession session, Uni<HostCallResponse> call) {
        long remaining = session.left(nanos.getAsLong()).toMillis();
        long retryLimit = Math.clamp(remaining, 1, RETRY_LIMIT.toMillis());
        return call.onFailure(why -> isOpen(session))
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(retryLimit);
    }

    private boolean isOpen(RunSession session) {
        return !session.isCancelled() && ownership.mayAct() && isRegistered(session);
    }

    private boolean isRegistered(RunSession session) {
        return sessions.find(session.connectionId(), session.seenRunId().toString())
                .isPresent();
    }

    private static HostCallResponse expired(RunSession session) {
        return HostCallResponse.refused(
                FailureCode.NOT_FOUND, "Run session " + session.seenRunId() + " not found or expired");
    }
}
