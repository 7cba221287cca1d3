package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.context.InputAttachments;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.grant.GrantedNames;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.ArtifactPermissions;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSubjects;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Opens runs in context-store and stores their grants. A runner never starts without context-store's response. */
public final class RunOpener {
    private final ContextStore memory;
    private final RunOwnership ownership;
    private final GrantRepository grants;
    private final CallAudit audit;
    private final RunClock clock;
    private final Duration timeout;

    /** @param timeout of context-store's response, after which a run that has not started is requeued */
    public RunOpener(
            ContextStore memory,
            RunOwnership ownership,
            GrantRepository grants,
            CallAudit audit,
            RunClock clock,
            Duration timeout) {
        this.memory = memory;
        this.ownership = ownership;
        this.grants = grants;
        this.audit = audit;
        this.clock = clock;
        this.timeout = timeout;
    }

    Uni<RunOpening> open(ClaimedRun run, RunSession session, GrantFreezer.FrozenGrant frozen) {
        return Uni.createFrom()
                .deferred(() -> ask(run, frozen.grant()))
                .onItem()
                .transformToUni(answer -> stored(run, session, frozen, answer))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofMillis(500))
                .expireIn(timeout.toMillis())
                .chain(opening -> attachments(run, opening).map(opening::with));
    }

    /** Writes the audit entry of a grant that an earlier attempt stored. */
    Uni<Void> audited(RunSession session, RunOpening opening) {
        return opening.isAudited()
                ? Uni.createFrom().voidItem()
                : audit.granted(session, opening.grant().summary() + opening.absent(), clock.now());
    }

    private Uni<List<ArtifactRef>> attachments(ClaimedRun run, RunOpening opening) {
        EventEnvelope event = run.resolution().event();
        return InputAttachments.completed(
                memory,
                RunSubjects.of(run.binding(), event)
                        .owner(run.workspaceId(), run.runId(), event.botId(), event.conversationId(), event.threadId()),
                event.input().attachments(),
                ArtifactPermissions.of(opening.grant().grant()));
    }

    /** Stores the grant before the run begins, as it is enforced: a later attempt has the grant of the first one, despite later changes. */
    private Uni<RunOpening> stored(
            ClaimedRun run,
            RunSession session,
            GrantFreezer.FrozenGrant frozen,
            ContextStoreResponse<RunContextAnswer> answer) {
        return switch (answer) {
            case ContextStoreResponse.Refused<RunContextAnswer> refused ->
                Uni.createFrom()
                        .item(new RunOpening(
                                CanonicalGrant.of(frozen.grant()), false, frozen.absent(), answer, List.of()));
            case ContextStoreResponse.Answered<RunContextAnswer> context -> {
                CanonicalGrant grant = CanonicalGrant.of(frozen.grant().restrictedTo(context.value()));
                AuditRecord granted = audit.grant(session, grant.summary() + frozen.absent(), clock.now());
                yield grants.store(run, grant, granted.entry())
                        .invoke(stored -> {
                            if (stored.isFirst()) {
                                FailPoint.at("orchestrator.45-audited");
                                audit.publish(granted);
                            }
                        })
                        .map(stored ->
                                new RunOpening(stored.grant(), stored.isFirst(), frozen.absent(), answer, List.of()));
            }
        };
    }

    private Uni<ContextStoreResponse<RunContextAnswer>> ask(ClaimedRun run, Grant grant) {
        if (!ownership.mayAct()) {
            return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
        }
        EventEnvelope event = run.resolution().event();
        return memory.begin(new RunContextQuestion(
                run.workspaceId(),
                run.runId(),
                run.attempt(),
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                grant.stateKeys(),
                GrantedNames.files(grant),
                GrantedNames.skills(grant),
                GrantedNames.knowledgeBases(grant)));
    }
}
