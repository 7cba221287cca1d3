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
 * Records the calls of runners (spec 000 §11): run, runner, action, resource, scope and result. Each call with an effect has an entry of
 * its own, which is an intent before the effect is asked for, and so have the first {@value #AT_ONCE} refusals of a run and second, and the first read of each (run, action, resource,
 * scope); each of these is recorded before the call is answered. Later reads and further refusals are counted and recorded together
 * each second.
 */
public final class CallAudit {
    private static final int AT_ONCE = 20;
    private static final String SERVICE = "run-orchestrator";

    /** Of the names of one run and second; what it names beyond is counted together. */
    static final int MOST_NAMES = 50;

    /** Most distinct reads of one run that are remembered; further reads are only counted. */
    static final int MOST_FIRSTS = 4096;

    private static final Uni<Void> COUNTED = Uni.createFrom().voidItem();

    private record Kind(
            AuditedCaller caller,
            String action,
            CallTarget named,
            AuditResult result,
            @Nullable String code) {}

    private record Read(String action, CallTarget named) {}

    /** Of one session. */
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
    public Uni<Void> read(RunSession session, String action, CallTarget named, Instant now) {
        Reads of;
        synchronized (this) {
            of = reads(session);
            if (!of.isFirst(new Read(action, named))) {
                count(of.caller(), action, named, AuditResult.ALLOWED, null);
                return COUNTED;
            }
        }
        return record(of.caller(), action, named, AuditResult.ALLOWED, null, "the first call", now);
    }

    /** Records that a permitted call is about to have its effect. Fails if that cannot be recorded: the call must not be made then. */
    public Uni<Void> begin(CallIntent intent, RunSession session, String action, CallTarget named, Instant now) {
        AuditEntry entry = entry(
                AuditedCaller.of(session),
                action,
                named,
                AuditResult.UNKNOWN,
                null,
                "the outcome was not recorded",
                now);
        return trail.begin(session.conversationKey(), entry).invoke(() -> intent.recorded(entry.auditId()));
    }

    /** A served call with an entry of its own. */
    public Uni<Void> served(
            RunSession session,
            String action,
            CallTarget named,
            @Nullable String detail,
            CallIntent intent,
            Instant now) {
        return record(AuditedCaller.of(session), action, named, AuditResult.ALLOWED, null, detail, intent, now);
    }

    /** Records or counts a denied call or a dropped effect. */
    public Uni<Void> denied(AuditedCaller caller, String action, CallTarget named, AgentApiError error, Instant now) {
        return refused(caller, caller, action, named, AuditResult.DENIED, error, new CallIntent(), now);
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
            CallTarget named,
            AgentApiError error,
            Instant now) {
        return refused(caller, caller.callingFor(run), action, named, AuditResult.DENIED, error, new CallIntent(), now);
    }

    /** Records or counts an effect that was permitted and failed. */
    public Uni<Void> failed(AuditedCaller caller, String action, CallTarget named, AgentApiError error, Instant now) {
        return refused(caller, caller, action, named, AuditResult.FAILED, error, new CallIntent(), now);
    }

    /** Records or counts a call that is not served, in place of its intent. @param failed true if the call was permitted */
    public Uni<Void> refused(
            RunSession session,
            String action,
            CallTarget named,
            AgentApiError error,
            boolean failed,
            CallIntent intent,
            Instant now) {
        AuditedCaller caller = AuditedCaller.of(session);
        return refused(
                caller, caller, action, named, failed ? AuditResult.FAILED : AuditResult.DENIED, error, intent, now);
    }

    /** @param bounded the caller whose recorded refusals are limited */
    private Uni<Void> refused(
            AuditedCaller bounded,
            AuditedCaller caller,
            String action,
            CallTarget named,
            AuditResult result,
            AgentApiError error,
            CallIntent intent,
            Instant now) {
        synchronized (this) {
            if (refusals.merge(bounded, 1, Integer::sum) > AT_ONCE) {
                count(bounded, action, named, result, error.code());
                intent.take().ifPresent(trail::withdraw);
                return COUNTED;
            }
        }
        return record(caller, action, named, result, error.code(), error.message(), intent, now);
    }

    /** The session's end forgets what it read. */
    private Reads reads(RunSession session) {
        Reads known = reads.get(session);
        if (known == null) {
            known = new Reads(AuditedCaller.of(session), new HashSet<>());
            reads.put(session, known);
            session.atEnd(() -> forget(session));
        }
        return known;
    }

    private synchronized void forget(RunSession session) {
        reads.remove(session);
    }

    /** A runner that makes up a name for each call costs no more than one that does not. */
    private void count(
            AuditedCaller caller, String action, CallTarget named, AuditResult result, @Nullable String code) {
        Set<CallTarget> known = names.computeIfAbsent(caller, any -> new HashSet<>());
        boolean isKept = known.contains(named) || known.size() < MOST_NAMES && known.add(named);
        counted.merge(new Kind(caller, action, isKept ? named : CallTarget.SEVERAL, result, code), 1, Integer::sum);
    }

    /** Returns the entry of a run's grant, which every later check reads; a repository writes it with the grant. */
    public AuditRecord grant(RunSession session, String detail, Instant now) {
        AuditedCaller caller = AuditedCaller.of(session);
        return new AuditRecord(
                caller.key(), entry(caller, "run.granted", CallTarget.SEVERAL, AuditResult.ALLOWED, null, detail, now));
    }

    /** Publishes an entry that a repository has written to the outbox. */
    public void written(AuditRecord record) {
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
            record(kind.caller(), kind.action(), kind.named(), kind.result(), kind.code(), calls, now);
        });
    }

    /** A name that cannot be written must not cost the entry that says who asked for it. */
    private static @Nullable String kept(@Nullable String said) {
        return said == null || JsonText.isClean(said) ? said : JsonText.clean(said);
    }

    private Uni<Void> record(
            AuditedCaller caller,
            String action,
            CallTarget named,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            Instant now) {
        return record(caller, action, named, result, code, detail, new CallIntent(), now);
    }

    private Uni<Void> record(
            AuditedCaller caller,
            String action,
            CallTarget named,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            CallIntent intent,
            Instant now) {
        AuditEntry entry = entry(caller, action, named, result, code, detail, now);
        return intent.take()
                .map(id -> trail.complete(id, caller.key(), entry))
                .orElseGet(() -> trail.record(caller.key(), entry));
    }

    private static AuditEntry entry(
            AuditedCaller caller,
            String action,
            CallTarget named,
            AuditResult result,
            @Nullable String code,
            @Nullable String detail,
            Instant now) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                now,
                SERVICE,
                caller.workspaceId(),
                caller.runId(),
                caller.runnerId(),
                caller.plugin(),
                action,
                kept(named.resource()),
                kept(named.scope()),
                result,
                code,
                kept(detail));
    }
}
