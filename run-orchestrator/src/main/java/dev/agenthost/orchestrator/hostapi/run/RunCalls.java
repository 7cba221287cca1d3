package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code run_get} and {@code run_cancel}: for the run itself, by which a runner learns of its cancellation, and, if the binding allows
 * it, for other runs of its runner in the same conversation, and for runs that it delegated to. Any other run is not found.
 */
public final class RunCalls {
    private static final int REASON_LENGTH = 500;

    private final RunLookup lookup;
    private final CancellationRepository cancellations;
    private final DelegationService delegations;

    public RunCalls(RunLookup lookup, CancellationRepository cancellations, DelegationService delegations) {
        this.lookup = lookup;
        this.cancellations = cancellations;
        this.delegations = delegations;
    }

    public static boolean targetsItself(RunSession session, JsonNode data) {
        String target = data.path("target_run_id").asText("");
        return target.isEmpty()
                || target.equals("null")
                || target.equals(session.seenRunId().toString());
    }

    public Uni<HostCallResponse> get(RunSession session, JsonNode data, Instant now) {
        return find(session, data).map(found -> response(session, found, now));
    }

    public Uni<HostCallResponse> cancel(RunSession session, JsonNode data, Instant now) {
        if (Grant.check(session.grant(), new AccessRequest.CancelRun()) instanceof AccessDecision.Denied denied) {
            return Uni.createFrom().item(HostCallResponse.denied(denied));
        }
        String reason = data.path("reason").textValue();
        if (reason != null && (reason.length() > REASON_LENGTH || !JsonText.isClean(reason))) {
            return Uni.createFrom()
                    .item(HostCallResponse.refused(
                            FailureCode.INVALID_ARGUMENT,
                            "reason has more than " + REASON_LENGTH
                                    + " characters, or characters that cannot be stored"));
        }
        return find(session, data)
                .onItem()
                .transformToUni(found -> found.isEmpty()
                        ? Uni.createFrom().item(found)
                        : cancellations
                                .request(
                                        new RunKey(
                                                session.workspaceId(),
                                                found.get().runId()),
                                        reason)
                                .chain(() -> lookup.find(
                                        session.workspaceId(), found.get().runId()))
                                .map(current -> current.or(() -> found)))
                .map(found -> response(session, found, now));
    }

    /** Returns the requested run if the caller may read it. */
    public Uni<Optional<RunView>> find(RunSession session, JsonNode data) {
        if (targetsItself(session, data)) {
            return lookup.find(session.workspaceId(), session.runId());
        }
        Optional<RunId> target = RunId.read(data.path("target_run_id").asText(""));
        if (target.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        boolean readsSiblings =
                Grant.check(session.grant(), new AccessRequest.Runs()) instanceof AccessDecision.Allowed;
        Uni<Optional<RunView>> sibling = readsSiblings
                ? lookup.find(session.workspaceId(), target.get())
                        .map(found -> found.filter(run -> isSibling(session, run)))
                : Uni.createFrom().item(Optional.empty());
        return sibling.chain(
                found -> found.isPresent() || !session.grant().apis().runDelegate()
                        ? Uni.createFrom().item(found)
                        : delegated(session, target.get()));
    }

    /** A delegated run is queued until it is admitted. */
    private Uni<Optional<RunView>> delegated(RunSession session, RunId target) {
        return delegations
                .observe(session.run(), target)
                .chain(since -> since.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : lookup.find(session.workspaceId(), target)
                                .map(found -> found.or(() -> since.map(at -> RunView.pending(target, at)))));
    }

    /** Returns true for a run of the same runner in the same conversation and thread of the same bot. */
    private static boolean isSibling(RunSession session, RunView run) {
        return run.botId() != null
                && run.eventId() != null
                && session.runnerId().toString().equals(run.runnerId())
                && session.conversationKey()
                        .equals(ConversationKey.of(
                                session.workspaceId(),
                                run.botId(),
                                run.conversationId(),
                                run.threadId(),
                                run.eventId()));
    }

    private static HostCallResponse response(RunSession session, Optional<RunView> found, Instant now) {
        return found.<HostCallResponse>map(view -> new HostCallResponse.Served(AgentRuns.of(session, view, now)))
                .orElseGet(() -> HostCallResponse.refused(FailureCode.NOT_FOUND, "Run not found"));
    }
}
