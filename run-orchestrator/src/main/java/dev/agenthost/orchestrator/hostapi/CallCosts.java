package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.hostapi.dispatch.Base64Size;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.hostapi.write.StateWriteLimits;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Charges a call to the rates of its workspace, and refuses the call if a rate is exhausted. */
final class CallCosts {
    private static final Uni<Optional<HostCallResponse>> CHARGED =
            Uni.createFrom().item(Optional.empty());

    private final WorkspaceRateLimiter limits;

    CallCosts(WorkspaceRateLimiter limits) {
        this.limits = limits;
    }

    /** Returns empty if the call may go on. The caller has checked grant and size, so that a refused call spends nothing. */
    Uni<Optional<HostCallResponse>> charge(HostAction action, RunSession session, JsonNode data) {
        Uni<Optional<HostCallResponse>> charged =
                take(session, RateKind.HOST_CALLS, 1, "Too many host API calls of this workspace");
        double bytes = bytes(action, data);
        if (bytes > 0) {
            charged = then(
                    charged, session, RateKind.BYTES_WRITTEN, bytes, "This workspace writes too much at the moment");
        }
        if (ModelCalls.isGranted(action, session, data)) {
            charged = then(charged, session, RateKind.MODEL_CALLS, 1, "Too many model calls of this workspace");
        }
        return charged;
    }

    private Uni<Optional<HostCallResponse>> then(
            Uni<Optional<HostCallResponse>> previous,
            RunSession session,
            RateKind kind,
            double tokens,
            String message) {
        return previous.chain(
                refused -> refused.isPresent() ? Uni.createFrom().item(refused) : take(session, kind, tokens, message));
    }

    private Uni<Optional<HostCallResponse>> take(RunSession session, RateKind kind, double tokens, String message) {
        return limits.take(session.workspaceId(), kind, tokens)
                .chain(allowed -> allowed
                        ? CHARGED
                        : Uni.createFrom()
                                .item(Optional.of(HostCallResponse.refused(FailureCode.RATE_LIMITED, message))));
    }

    /** The bytes of the value that a call stores. Artifacts of a tool's result are counted when they are stored. */
    private static double bytes(HostAction action, JsonNode data) {
        return switch (action) {
            case STATE_SET -> StateWriteLimits.bytes(data.path("value"));
            case STATE_APPLY -> {
                int bytes = 0;
                for (JsonNode change : data.path("changes")) {
                    bytes += change.has("value") ? StateWriteLimits.bytes(change.path("value")) : 0;
                }
                yield bytes;
            }
            case SET_PLUGIN_STORAGE, SET_WORKSPACE_STORAGE, SET_BINARY_STORAGE ->
                Base64Size.of(data.path("value_base64").asText());
            default -> 0;
        };
    }
}
