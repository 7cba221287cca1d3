package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.timer.TimerOutcome;
import dev.agenthost.orchestrator.timer.TimerService;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/** {@code timer_set} and {@code timer_cancel}: events that continue the runner later, without a run that waits. */
public final class TimerCalls {
    private final TimerService timers;

    public TimerCalls(TimerService timers) {
        this.timers = timers;
    }

    public Uni<HostCallResponse> set(RunSession session, JsonNode data) {
        return permitted(session, () -> timers.set(session.run(), data).map(TimerCalls::response));
    }

    public Uni<HostCallResponse> cancel(RunSession session, JsonNode data) {
        return permitted(session, () -> timers.cancel(session.run(), data)
                .map(cancelled -> new HostCallResponse.Served(object().put("cancelled", cancelled))));
    }

    private static Uni<HostCallResponse> permitted(RunSession session, Supplier<Uni<HostCallResponse>> call) {
        if (Grant.check(session.grant(), new AccessRequest.Timer()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        try {
            return call.get();
        } catch (InvalidFieldException invalid) {
            return Uni.createFrom().item(HostCallResponse.invalid(invalid));
        }
    }

    private static HostCallResponse response(TimerOutcome outcome) {
        return switch (outcome) {
            case TimerOutcome.Due due ->
                new HostCallResponse.Served(
                        object().put("due_at", due.at().toEpochMilli() / 1000.0).put("fired", false));
            case TimerOutcome.Fired fired ->
                new HostCallResponse.Served(object().putNull("due_at").put("fired", true));
            case TimerOutcome.TooMany many ->
                HostCallResponse.refused(
                        FailureCode.INVALID_ARGUMENT, "at most " + many.most() + " timers may be set at one time");
        };
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
