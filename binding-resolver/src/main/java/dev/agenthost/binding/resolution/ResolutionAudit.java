package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Creates the audit entries of resolutions. An entry derives from the record alone, so it can be created again after a
 * crash, with the same id.
 */
public final class ResolutionAudit {
    private ResolutionAudit() {}

    /** Returns the entry of a stored record of {@code agent.run-requests}. */
    public static OutboundRecord of(OutboundRecord request) {
        try {
            return of(
                    ProtocolCodec.decode(request.value(), Resolution.class),
                    request.headers().get(CloudEventHeaders.TRACEPARENT));
        } catch (UndecodableException e) {
            throw new IllegalStateException("A stored resolution cannot be decoded", e);
        }
    }

    /** @param traceparent of the event, copied to the entry */
    static OutboundRecord of(Resolution resolution, @Nullable String traceparent) {
        return switch (resolution.outcome()) {
            case ResolutionOutcome.Bound bound ->
                entry(resolution, bound.binding(), AuditResult.ALLOWED, null, null, traceparent);
            case ResolutionOutcome.Unbound unbound ->
                entry(resolution, null, AuditResult.DENIED, unbound.reason().wire(), unbound.detail(), traceparent);
            case ResolutionOutcome.Ambiguous ambiguous ->
                entry(resolution, null, AuditResult.DENIED, "ambiguous", ambiguous.detail(), traceparent);
        };
    }

    private static OutboundRecord entry(
            Resolution resolution,
            @Nullable BindingSnapshot binding,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            @Nullable String traceparent) {
        RunId run = resolution.runId();
        ActorContext actor = resolution.event().actor();
        return OutboundRecord.audit(
                resolution.event().conversationKey().value(),
                new AuditEntry(
                        run + "/resolved",
                        resolution.resolvedAt(),
                        OutboundRecord.SOURCE,
                        resolution.event().workspaceId(),
                        run,
                        binding == null ? null : binding.runnerId().toString(),
                        actor == null ? null : actor.actorId(),
                        "binding.resolve",
                        binding == null ? null : "binding/" + binding.bindingId(),
                        resolution.event().eventType(),
                        result,
                        code,
                        detail),
                traceparent);
    }

    /**
     * Returns the entry of an event that got no run because another event has its id.
     *
     * @param request the record that was not published: of the same conversation and trace
     */
    public static OutboundRecord of(EventConflict conflict, OutboundRecord request) {
        RunId run = RunIds.of(conflict.workspaceId(), conflict.eventId(), 0);
        return OutboundRecord.audit(
                request.key(),
                new AuditEntry(
                        run + "/conflict/" + conflict.fingerprint(),
                        conflict.seenAt(),
                        OutboundRecord.SOURCE,
                        conflict.workspaceId(),
                        run,
                        null,
                        null,
                        "binding.resolve",
                        "event/" + conflict.eventId(),
                        null,
                        AuditResult.DENIED,
                        "event_conflict",
                        "Another event was accepted earlier under the same id."),
                request.headers().get(CloudEventHeaders.TRACEPARENT));
    }
}
