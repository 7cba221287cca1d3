package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.lifecycle.admission.Admission.PresetEnd;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.orchestrator.result.StreamAddress;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Plans the admission of a resolution. */
public final class AdmissionPlanner {
    private static final String BUSY = "its agent takes no message while it is busy";

    private AdmissionPlanner() {}

    /** @param bytes the resolution as received */
    public static Admission plan(
            Resolution resolution, byte[] bytes, RecordPosition request, String traceId, Instant now) {
        return switch (resolution.outcome()) {
            case ResolutionOutcome.Bound bound -> bound(resolution, bound.binding(), bytes, request, traceId, now);
            case ResolutionOutcome.Unbound unbound ->
                unanswered(
                        resolution,
                        unanswered(resolution, UnansweredReason.of(unbound.reason()), unbound.detail(), traceId, now),
                        bytes,
                        request,
                        traceId);
            case ResolutionOutcome.Ambiguous ambiguous ->
                unanswered(
                        resolution,
                        unanswered(resolution, UnansweredReason.AMBIGUOUS, ambiguous.detail(), traceId, now),
                        bytes,
                        request,
                        traceId);
        };
    }

    /** Plans the end of the run of an unreadable record whose run is known. */
    public static Admission undecodable(
            RunKey key, String conversationKey, RecordPosition request, String traceId, String why, Instant now) {
        StreamAddress address = new StreamAddress(key, 1, conversationKey, traceId);
        PresetEnd end = new PresetEnd(
                1, HostResults.undecodable(address, why, now), RunOutcomeFactory.failed(FailureCode.RUN_UNDECODABLE));
        return ended(key, conversationKey, request, null, null, traceId, end);
    }

    private static Admission bound(
            Resolution resolution,
            BindingSnapshot binding,
            byte[] bytes,
            RecordPosition request,
            String traceId,
            Instant now) {
        if (!binding.resourcePolicy().allowsPlugin(binding.runnerId().plugin())) {
            return notAuthorized(resolution, binding, bytes, request, traceId, now);
        }
        TurnMode turnMode = TurnMode.of(binding.turnPolicy(), resolution.event());
        return new Admission(
                new RunKey(resolution.event().workspaceId(), resolution.runId()),
                resolution.event().conversationKey().value(),
                request,
                turnMode,
                binding.runnerId().toString(),
                binding.retryPolicy(),
                binding.deadlinePolicy().queueSeconds(),
                binding.deadlinePolicy().runSeconds(),
                resolution,
                bytes,
                traceId,
                turnMode == TurnMode.REJECT
                        ? unanswered(resolution, UnansweredReason.REJECTED, BUSY, traceId, now)
                        : null);
    }

    /** Plans the end of a run whose runner is of a plugin that the binding does not allow. */
    private static Admission notAuthorized(
            Resolution resolution,
            BindingSnapshot binding,
            byte[] bytes,
            RecordPosition request,
            String traceId,
            Instant now) {
        String why = binding.runnerId() + " is of a plugin that binding " + binding.bindingId() + " does not allow";
        FailureCode code = FailureCode.RUNNER_NOT_AUTHORIZED;
        PresetEnd end = new PresetEnd(
                1,
                HostResults.failed(resolution, binding, 1, code, why, traceId, now),
                RunOutcomeFactory.failed(code, binding.deliveryPolicy()));
        return unanswered(resolution, end, bytes, request, traceId);
    }

    private static Admission unanswered(
            Resolution resolution, PresetEnd end, byte[] bytes, RecordPosition request, String traceId) {
        RunKey key = new RunKey(resolution.event().workspaceId(), resolution.runId());
        String conversation = resolution.event().conversationKey().value();
        return ended(key, conversation, request, resolution, bytes, traceId, end);
    }

    private static PresetEnd unanswered(
            Resolution resolution, UnansweredReason reason, String detail, String traceId, Instant now) {
        return new PresetEnd(
                0,
                HostResults.unanswered(resolution, reason, detail, traceId, now),
                RunOutcomeFactory.unanswered(reason, detail));
    }

    private static Admission ended(
            RunKey key,
            String conversationKey,
            RecordPosition request,
            @Nullable Resolution resolution,
            byte @Nullable [] bytes,
            String traceId,
            PresetEnd end) {
        return new Admission(
                key,
                conversationKey,
                request,
                TurnMode.ENDED,
                "",
                RetryPolicy.NEVER,
                1,
                1,
                resolution,
                bytes,
                traceId,
                end);
    }
}
