package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.buffer.BufferBudget;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.result.ResultSize;
import dev.agenthost.orchestrator.result.Taken;
import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a run while its runner works on it. Frames come in from the socket and wait in the mailbox; one pump takes them in
 * order, applies effects, hands results on and waits for the sink before it takes more.
 *
 * <pre>
 *   socket ──► mailbox ──► intake ──► (effect in context-store) ──► sink
 * </pre>
 */
final class LiveRun implements Execution, WireLink.Answers {
    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());
    private final ClaimedRun run;
    private final RunSession session;
    private final ResultIntake intake;
    private final ResultSink sink;
    private final Tools tools;
    private final Runnable release;
    private final EffectRunner effects;
    private final Warnings warnings;
    private final Mailbox mailbox;
    private final BufferBudget.Share share;
    private final Object lock = new Object();
    private boolean busy;
    /** The last word was said, or is being said. */
    private boolean over;
    /** By a result or the stream's end, which closes what is open itself. */
    private boolean closedByRunner;

    private boolean closed;
    private @Nullable List<ResultPayload> closing;

    /** @param release frees what the run holds on its connection, as far as the runner lets it */
    LiveRun(ClaimedRun run, RunSession session, ResultIntake intake, ResultSink sink, Tools tools, Runnable release) {
        this.run = run;
        this.session = session;
        this.intake = intake;
        this.sink = sink;
        this.tools = tools;
        this.release = release;
        this.warnings = new Warnings(this::log);
        this.effects = new EffectRunner(run, session, sink, tools, this::isOpen, warnings::say, this::superseded);
        this.mailbox = new Mailbox(tools.mailbox());
        this.share = tools.buffer().open(this::giveWay);
    }

    @Override
    public void answered(Frame.Response response, int size) {
        if (response.failed()) {
            arrived(new Arrival.StreamFailed(response.message(), response.data()), 0);
        } else if (response.end()) {
            arrived(new Arrival.StreamEnd(), 0);
        } else if (ResultSize.exceeds(response.data(), size)) {
            arrived(new Arrival.Result(ResultSize.withoutPayload(response.data()), true), 0);
        } else {
            arrived(new Arrival.Result(response.data(), false), size);
        }
    }

    @Override
    public void lost(String why) {
        arrived(new Arrival.Lost(why), 0);
    }

    private void arrived(Arrival arrival, int size) {
        synchronized (lock) {
            if (over && arrival instanceof Arrival.Result) {
                warnings.say("a result after the end of the run");
            }
            if (over || closing != null) {
                return;
            }
            mailbox.put(arrival, size);
            weigh();
        }
        tools.buffer().relieve();
        pump();
    }

    /** A character is two bytes, or one and as much again for the object around it. */
    private void weigh() {
        share.holds(2 * mailbox.characters());
    }

    /** The runs of this replica hold more than they may, and this mailbox most of it. */
    private void giveWay() {
        synchronized (lock) {
            if (over || closing != null) {
                return;
            }
            mailbox.overflow();
            weigh();
        }
        warnings.say("gives way: this host holds more than it may, and most of it is this run's");
        pump();
    }

    @Override
    public void cancel(FailureCode why) {
        session.cancel(why);
    }

    @Override
    public List<ResultPayload> seal() {
        synchronized (lock) {
            if (closing == null) {
                closing = closedByRunner ? List.of() : intake.closing();
                mailbox.close();
                share.close();
            }
            return closing;
        }
    }

    @Override
    public void close() {
        seal();
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            tools.sessions().close(session);
        }
        release.run();
    }

    /** Lets the runner call. @return false where the run was sealed before it began */
    boolean opened(Grant grant) {
        synchronized (lock) {
            if (over || closing != null) {
                return false;
            }
            session.begin(grant);
            tools.sessions().open(session);
            return true;
        }
    }

    /** Takes a turn as long as there is one; whoever finishes a turn that had to wait takes the next. */
    private void pump() {
        while (true) {
            Turn turn = next();
            if (turn == null) {
                return;
            }
            AtomicInteger looks = new AtomicInteger();
            perform(turn).subscribe().with(done -> finished(looks), failure -> {
                warnings.say("a turn failed: " + failure);
                finished(looks);
            });
            if (looks.getAndIncrement() == 0) {
                return;
            }
        }
    }

    /** The second of the two (the turn's end, the pump's look at it) goes on. */
    private void finished(AtomicInteger looks) {
        synchronized (lock) {
            busy = false;
        }
        if (looks.getAndIncrement() == 1) {
            pump();
        }
    }

    private @Nullable Turn next() {
        Turn turn;
        synchronized (lock) {
            if (busy || over || closing != null) {
                return null;
            }
            turn = Turn.take(mailbox, intake);
            weigh();
            over = turn.ending() != null;
            closedByRunner = turn.closedByRunner();
            busy = !turn.isEmpty();
        }
        turn.warnings().forEach(warnings::say);
        return turn.isEmpty() ? null : turn;
    }

    private Uni<Void> perform(Turn turn) {
        Uni<Void> done = turn.results().isEmpty() ? Uni.createFrom().voidItem() : sink.results(turn.results());
        Taken.Applies effect = turn.effect();
        if (effect != null) {
            done = done.chain(() -> effects.apply(effect));
        }
        Ending ending = turn.ending();
        return ending == null ? done : done.invoke(() -> sink.ended(ending));
    }

    /** Ends an execution that no longer speaks for its run. */
    void superseded(String why) {
        ended(new Ending.Superseded(why));
    }

    /** Ends it before, or beside, what the runner says; the first ending is the only one. */
    void ended(Ending ending) {
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
