package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of runners (spec 000 §11): run, runner, action, resource, scope and result. Each call with an effect has an entry
 * of its own, written as an intent before the effect. So have the first {@value #AT_ONCE} refusals of a run in each second, and the
 * first read of each (run, action, resource, scope). Each of these is recorded before the call is answered. Later reads and refusals
 * are counted and recorded together each second.
 */
public final class CallAudit {
    private static final int AT_ONCE = 20;
    private static final String SERVICE = "run-orchestrator";

    /** The most targets of one run and second that are counted separately. */
    static final int MOST_NAMES = 50;

    /** Most distinct reads of one run that are remembered; further reads are only counted. */
    static final int MOST_FIRSTS = 4096;

    private static final Uni<Void> COUNTED = Uni.createFrom().voidItem();

    private record Kind(
            AuditedCaller caller,
            String action,
            CallTarget target,
            AuditResult result,
            @Nullable String code) {}

    private record Read(String action, CallTarget target) {}

    /** The recorded reads of one session. */
    private record Reads(AuditedCaller caller, Set<Read> known) {
        boolean isFirst(Read read) {
            return known.size() < MOST_FIRSTS && known.add(read);
        }
    }

    private final AuditTrail trail;
    private final Map<Kind, Integer> counted = new HashMap<>();
    private final Map<AuditedCaller, Integer> refusals = new HashMap<>();
    private final Map<AuditedCaller, Set<CallTarget>> names = new HashMap<>();
    private final Map<RunSession, Reads> reads = new HashMap<>();

    public CallAudit(AuditTrail trail) {
        this.trail = trail;
    }

    /** Records or counts a served call that changed nothing. */
    public Uni<Void> read(RunSession session, String action, CallTarget target, Instant now) {
        Reads sessionReads;
        synchronized (this) {
            sessionReads = reads(session);
            if (!sessionReads.isFirst(new Read(action, target))) {
                count(sessionReads.caller(), action, target, AuditResult.ALLOWED, null);
                return COUNTED;
            }
        }
        return record(sessionReads.caller(), action, target, AuditResult.ALLOWED, null, "the first call", now);
    }

    /** Records that a permitted call is about to have its effect. Fails if that cannot be recorded: the call must not be made then. */
    public Uni<Void> begin(CallIntent intent, RunSession session, String action, CallTarget target, Instant now) {
        AuditEntry entry = entry(
                UUID.randomUUID().toString(),
                AuditedCaller.of(session),
                action,
                target,
                AuditResult.UNKNOWN,
                null,
                "the outcome was not recorded",
                now);
        return trail.begin(session.conversationKey(), entry).invoke(() -> intent.recorded(entry.auditId()));
    }

    /** Prepares the entry that context-store commits with a change of state. Nothing is recorded before: a call without a change has no effect. */
    public void change(CallIntent intent, RunSession session, String action, CallTarget target, Instant now) {
        intent.change(entry(
                intent.outcomeId(), AuditedCaller.of(session), action, target, AuditResult.ALLOWED, null, null, now));
    }

    /** A served call with an entry of its own. */
    public Uni<Void> served(
            RunSession session,
            String action,
            CallTarget target,
            @Nullable String detail,
            CallIntent intent,
            Instant now) {
        return record(AuditedCaller.of(session), action, target, AuditResult.ALLOWED, null, detail, intent, now);
    }

    /** Records or counts a denied call or a dropped effect. */
    public Uni<Void> denied(AuditedCaller caller, String action, CallTarget target, AgentApiError error, Instant now) {
        return refused(caller, caller, action, target, AuditResult.DENIED, error, new CallIntent(), now);
    }

    /**
     * Records or counts a call for a run that does not exist.
     *
     * @param run as the call names it; a caller with a new run id for each call still counts as one caller
     */
    public Uni<Void> denied(
            AuditedCaller caller,
            @Nullable RunId run,
            String action,
            CallTarget target,
            AgentApiError error,
            Instant now) {
        return refused(
                caller, caller.callingFor(run), action, target, AuditResult.DENIED, error, new CallIntent(), now);
    }

    /** Records or counts an effect that was permitted and failed. */
    public Uni<Void> failed(AuditedCaller caller, String action, CallTarget target, AgentApiError error, Instant now) {
        return refused(caller, caller, action, target, AuditResult.FAILED, error, new CallIntent(), now);
    }

    /** Records or counts a call that is not served, in place of its intent. @param failed true if the call was permitted */
    public Uni<Void> refused(
            RunSession session,
            String action,
            CallTarget target,
            AgentApiError error,
            boolean failed,
            CallIntent intent,
            Instant now) {
        AuditedCaller caller = AuditedCaller.of(session);
        return refused(
                caller, caller, action, target, failed ? AuditResult.FAILED : AuditResult.DENIED, error, intent, now);
    }

    /** @param bounded the caller whose recorded refusals are limited */
    private Uni<Void> refused(
            AuditedCaller bounded,
            AuditedCaller caller,
            String action,
            CallTarget target,
            AuditResult result,
            AgentApiError error,
            CallIntent intent,
            Instant now) {
        synchronized (this) {
            if (refusals.merge(bounded, 1, Integer::sum) > AT_ONCE) {
                count(bounded, action, target, result, error.code());
                intent.take().ifPresent(trail::withdraw);
                return COUNTED;
            }
        }
        return record(caller, action, target, result, error.code(), error.message(), intent, now);
    }

    /** Returns the recorded reads of the session, which are removed at its end. */
    private Reads reads(RunSession session) {
        Reads sessionReads = reads.get(session);
        if (sessionReads == null) {
            sessionReads = new Reads(AuditedCaller.of(session), new HashSet<>());
            reads.put(session, sessionReads);
            session.atEnd(() -> forget(session));
        }
        return sessionReads;
    }

    private synchronized void forget(RunSession session) {
        reads.remove(session);
    }

    /** Counts a call; targets beyond {@value #MOST_NAMES} are counted together, so that a runner with a new name for each call costs no more memory. */
    private void count(
            AuditedCaller caller, String action, CallTarget target, AuditResult result, @Nullable String code) {
        Set<CallTarget> listed = names.computeIfAbsent(caller, key -> new HashSet<>());
        boolean isListed = listed.contains(target) || listed.size() < MOST_NAMES && listed.add(target);
        counted.merge(new Kind(caller, action, isListed ? target : CallTarget.SEVERAL, result, code), 1, Integer::sum);
    }

    /** Returns the entry of a run's grant, which every later check reads; a repository writes it with the grant. */
    public AuditRecord grant(RunSession session, String detail, Instant now) {
        AuditedCaller caller = AuditedCaller.of(session);
        return new AuditRecord(
                caller.key(),
                entry(
                        UUID.randomUUID().toString(),
                        caller,
                        "run.granted",
                        CallTarget.SEVERAL,
                        AuditResult.ALLOWED,
                        null,
                        detail,
                        now));
    }

    /** Publishes an entry that a repository has written to the outbox. */
    public void publish(AuditRecord record) {
        trail.publish(record);
    }

    /** Records the grant of an attempt that begins with the grant of an earlier one. */
    public Uni<Void> granted(RunSession session, String detail, Instant now) {
        AuditRecord record = grant(session, detail, now);
        return trail.record(record.key(), record.entry());
    }

    /** Each second. */
    public void flush(Instant now) {
        List<Map.Entry<Kind, Integer>> gathered;
        synchronized (this) {
            gathered = List.copyOf(counted.entrySet());
            counted.clear();
            refusals.clear();
            names.clear();
        }
        gathered.forEach(entry -> {
            Kind kind = entry.getKey();
            String calls = entry.getValue() + (entry.getValue() == 1 ? " call" : " calls");
            record(kind.caller(), kind.action(), kind.target(), kind.result(), kind.code(), calls, now);
        });
    }

    /** Removes the characters that cannot be stored: they must not lose the entry. */
    private static @Nullable String cleaned(@Nullable String text) {
        return text == null || JsonText.isClean(text) ? text : JsonText.clean(text);
    }

    private Uni<Void> record(
            AuditedCaller caller,
            String action,
            CallTarget target,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            Instant now) {
        return record(caller, action, target, result, code, detail, new CallIntent(), now);
    }

    private Uni<Void> record(
            AuditedCaller caller,
            String action,
            CallTarget target,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            CallIntent intent,
            Instant now) {
        AuditEntry entry = entry(intent.outcomeId(), caller, action, target, result, code, detail, now);
        return intent.take()
                .map(id -> trail.complete(id, caller.key(), entry))
                .orElseGet(() -> trail.record(caller.key(), entry));
    }

    private static AuditEntry entry(
            String auditId,
            AuditedCaller caller,
            String action,
            CallTarget target,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            Instant now) {
        return new AuditEntry(
                auditId,
                now,
                SERVICE,
                caller.workspaceId(),
                caller.runId(),
                caller.runnerId(),
                caller.plugin(),
                action,
                cleaned(target.resource()),
                cleaned(target.scope()),
                result,
                code,
                cleaned(detail));
    }
}
