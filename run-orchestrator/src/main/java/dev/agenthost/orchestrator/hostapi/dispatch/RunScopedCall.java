package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.model.ModelFailure;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** Limits an outbound call to the life of its run. */
public final class RunScopedCall {
    private RunScopedCall() {}

    /** Cancels the call when the run ends or is cancelled. */
    public static <T> Uni<T> of(RunSession session, Uni<T> call) {
        return Uni.createFrom().emitter(reply -> {
            Cancellable running = call.subscribe().with(reply::complete, reply::fail);
            Runnable forget = session.atEnd(() -> {
                running.cancel();
                reply.fail(new ModelFailure(over(session)));
            });
            reply.onTermination(() -> {
                forget.run();
                running.cancel();
            });
        });
    }

    /** The reason is {@code cancelled} if a cancellation was requested, else the code with which the host ends the run. */
    private static AgentApiError cancelled(FailureCode why) {
        return new AgentApiError(
                FailureCode.UNAUTHORIZED.wire(),
                "The run was cancelled",
                false,
                JsonNodeFactory.instance.objectNode().put("reason", why.wire()));
    }

    /** Returns the reason why calls of the run are no longer served. */
    public static AgentApiError over(RunSession session) {
        return session.cancelled()
                .map(why -> why == FailureCode.DEADLINE_EXCEEDED
                        ? AgentApiError.of(FailureCode.DEADLINE_EXCEEDED, "The run's deadline has passed")
                        : cancelled(why))
                .orElseGet(() -> AgentApiError.of(
                        FailureCode.NOT_FOUND, "Run session " + session.seenRunId() + " not found or expired"));
    }
}
