package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a run while its runner works on it. Frames come in from the socket and wait in the inbox; one pump takes them in
 * order and at their pace, applies effects, hands results on and waits for the sink before it takes more.
 *
 * <pre>
 *   socket ──► inbox: mailbox, pace, intake ──► (effect in context-store) ──► sink
 * </pre>
 */
final class LiveRun implements Execution, WireLink.Answers, TurnPump.Turns {
    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());
    private final ClaimedRun run;
    private final RunSession session;
    private final ResultSink sink;
    private final RunSlot place;
    private final EffectRunner effects;
    private final EffectScope scope;
    private final RunSessionRegistry sessions;
    private final BufferBudget buffer;
    private final Duration cancelTimeout;
    private final RunClock clock;
    private final RunWarnings warnings;
    private final Inbox inbox;
    private final TurnPump pump = new TurnPump(this);
    private final Object lock = new Object();
    private boolean busy;
    /** A look at what waits for its time is on its way. */
    private boolean looking;
    /** The last word was said, or is being said. */
    private boolean over;
    /** By a result or the stream's end, which closes what is open itself. */
    private boolean closedByRunner;

    private boolean closed;
    private @Nullable List<ResultPayload> closing;

    /**
     * @param backlog of the connection that it runs on
     * @param place what the run holds on its connection
     */
    LiveRun(
            ClaimedRun run,
            RunSession session,
            ResultIntake intake,
            Backlog backlog,
            ResultSink sink,
            RunSlot place,
            EffectRunner effects,
            RunSessionRegistry sessions,
            BufferBudget buffer,
            ResultRateLimiter.Rate rate,
            Duration cancelTimeout,
            RunClock clock) {
        this.run = run;
        this.session = session;
        this.sink = sink;
        this.sessions = sessions;
        this.buffer = buffer;
        this.cancelTimeout = cancelTimeout;
        this.clock = clock;
        this.place = place;
        this.warnings = new RunWarnings(this::log);
        this.effects = effects;
        this.scope = new EffectScope(run, session, this::isOpen, warnings::say);
        this.inbox = new Inbox(
                intake,
                new ResultRateLimiter(rate, clock.nanos()),
                buffer.open(() -> giveWay("this host holds more than it may, and most of it is this run's")),
                backlog.open(() -> giveWay("what it said is not worked on, and its connection waits for that")));
    }

    @Override
    public void answered(Frame.Response response, int size) {
        arrived(InboxItem.of(response, size), size);
    }

    @Override
    public void lost(String why) {
        arrived(new InboxItem.Lost(why), 0);
    }

    @Override
    public void misunderstood(String why) {
        arrived(new InboxItem.Misunderstood(why), 0);
    }

    private void arrived(InboxItem arrival, int size) {
        synchronized (lock) {
            if (over && arrival instanceof InboxItem.Result) {
                warnings.say("a result after the end of the run");
            }
            if (over || closing != null) {
                inbox.tooLate(size);
                return;
            }
            inbox.put(arrival, size);
        }
        buffer.relieve();
        pump.pump();
    }

    /** Discards the waiting frames of this run, so that other runs have memory. */
    private void giveWay(String why) {
        synchronized (lock) {
            if (closing != null) {
                return;
            }
            // What a run that is over left behind holds nobody either.
            inbox.overflow();
            if (over) {
                return;
            }
        }
        warnings.say("gives way: " + why);
        pump.pump();
    }

    @Override
    public void cancel(FailureCode why) {
        session.cancel(why);
        place.cancel(why, clock.nanos() + cancelTimeout.toNanos());
    }

    @Override
    public List<ResultPayload> seal() {
        synchronized (lock) {
            if (closing == null) {
                closing = closedByRunner ? List.of() : inbox.closing();
                inbox.close();
            }
            return closing;
        }
    }

    /** Hands on the results of an applied effect, unless the run was sealed meanwhile: then its closing has them. */
    private Uni<Void> say(EffectOutcome outcome) {
        if (outcome instanceof EffectOutcome.Superseded) {
            ended(new ExecutionOutcome.Superseded("context-store knows a later attempt"));
        }
        if (!(outcome instanceof EffectOutcome.Applied(PendingResult result))) {
            return Uni.createFrom().voidItem();
        }
        synchronized (lock) {
            inbox.said();
            if (closing != null) {
                return Uni.createFrom().voidItem();
            }
        }
        return sink.results(List.of(result));
    }

    @Override
    public void close() {
        seal();
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            sessions.close(session);
        }
        place.leave();
    }

    /** Lets the runner call. @return false where the run was sealed or cancelled before it began */
    boolean opened(Grant grant) {
        synchronized (lock) {
            if (over || closing != null || session.isCancelled()) {
                return false;
            }
            session.begin(grant);
            sessions.open(session);
            return true;
        }
    }

    @Override
    public @Nullable InboxBatch next() {
        InboxBatch turn;
        Duration pause = Duration.ZERO;
        synchronized (lock) {
            if (busy || over || closing != null || looking && !inbox.isSealed()) {
                return null;
            }
            turn = inbox.take(clock.nanos());
            over = turn.ending() != null;
            closedByRunner = turn.closedByRunner();
            busy = !turn.isEmpty();
            if (!busy && !looking) {
                pause = inbox.pause();
                looking = pause.isPositive();
            }
        }
        turn.warnings().forEach(warnings::say);
        turn.dropped().forEach(dropped -> effects.refuse(scope, dropped));
        if (pause.isPositive()) {
            clock.after(pause, this::look);
        }
        return turn.isEmpty() ? null : turn;
    }

    private void look() {
        synchronized (lock) {
            looking = false;
        }
        pump.pump();
    }

    @Override
    public void performed() {
        synchronized (lock) {
            busy = false;
        }
    }

    /** Ends this run, and no other of its connection. */
    @Override
    public void faulty(Throwable fault) {
        LOG.log(Level.ERROR, "runId=" + run.runId() + " attempt=" + run.attempt() + " a turn failed", fault);
        synchronized (lock) {
            over = true;
        }
        sink.ended(new ExecutionOutcome.Failed(
                RunFailed.of(FailureCode.RUNTIME_ERROR, "the host could not work on what the runner said")));
    }

    @Override
    public Uni<Void> perform(InboxBatch turn) {
        Uni<Void> done = turn.results().isEmpty() ? Uni.createFrom().voidItem() : sink.results(turn.results());
        ResultDecision.Applies effect = turn.effect();
        if (effect != null) {
            done = done.chain(() -> effects.apply(scope, effect)).chain(this::say);
        }
        ExecutionOutcome ending = turn.ending();
        return ending == null ? done : done.invoke(() -> sink.ended(ending));
    }

    /** Ends it before, or beside, what the runner says; the first ending is the only one. */
    void ended(ExecutionOutcome ending) {
        synchronized (lock) {
            if (over || closing != null) {
                return;
            }
            over = true;
        }
        sink.ended(ending);
    }

    boolean isOpen() {
        synchronized (lock) {
            return !over && closing == null;
        }
    }

    private void log(String what) {
        LOG.log(
                Level.WARNING,
                "runId={0} attempt={1} runnerId={2} {3}",
                run.runId(),
                run.attempt(),
                session.runnerId(),
                what);
    }
}
