package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.agenthost.protocol.run.RunUsage;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code run_get} and {@code run_cancel}: for the run itself, by which a runner learns of its cancellation, and, if the binding allows
 * it, for other runs of its runner in the same conversation, and for runs that it delegated to. Any other run is not found.
 */
public final class RunCalls {
    private static final int REASON_LENGTH = 500;

    private final RunLookup lookup;
    private final CancellationRepository cancellations;
    private final DelegatedRuns delegated;

    public RunCalls(RunLookup lookup, CancellationRepository cancellations, DelegatedRuns delegated) {
        this.lookup = lookup;
        this.cancellations = cancellations;
        this.delegated = delegated;
    }

    public static boolean targetsItself(RunSession session, JsonNode data) {
        String target = data.path("target_run_id").asText("");
        return target.isEmpty()
                || target.equals("null")
                || target.equals(session.seenRunId().toString());
    }

    public Uni<HostCallResponse> get(RunSession session, JsonNode data, Instant now) {
        return locate(session, data).map(found -> response(session, found, now));
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
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.<Located>empty())
                        : cancellations
                                .request(
                                        new RunKey(
                                                session.workspaceId(),
                                                found.get().runId()),
                                        reason)
                                .chain(() -> locate(session, data)))
                .map(found -> response(session, found, now));
    }

    /** Returns the requested run if the caller may read it; of a delegated run that was continued, the last run of its chain. */
    public Uni<Optional<RunView>> find(RunSession session, JsonNode data) {
        return locate(session, data).map(found -> found.map(Located::stored));
    }

    private Uni<Optional<Located>> locate(RunSession session, JsonNode data) {
        if (targetsItself(session, data)) {
            return lookup.find(session.workspaceId(), session.runId()).map(found -> found.map(Located::of));
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
        return sibling.chain(found -> found.isPresent()
                ? Uni.createFrom().item(found.map(Located::of))
                : delegated.find(session, target.get()).map(chain -> chain.map(run -> Located.of(run, target.get()))));
    }

    /**
     * A run that the caller may read.
     *
     * @param stored the run whose results are read and which is cancelled
     * @param shown the run as the caller sees it
     * @param usage the used part of the task of a delegated run; null for any other run
     */
    private record Located(
            RunView stored, RunView shown, @Nullable RunUsage usage) {
        static Located of(RunView run) {
            return new Located(run, run, null);
        }

        static Located of(DelegatedRuns.DelegatedRun run, RunId first) {
            return new Located(run.last(), run.last().ofChain(first), run.usage());
        }
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

    private static HostCallResponse response(RunSession session, Optional<Located> found, Instant now) {
        return found.<HostCallResponse>map(
                        run -> new HostCallResponse.Served(AgentRuns.of(session, run.shown(), run.usage(), now)))
                .orElseGet(() -> HostCallResponse.refused(FailureCode.NOT_FOUND, "Run not found"));
    }
}
