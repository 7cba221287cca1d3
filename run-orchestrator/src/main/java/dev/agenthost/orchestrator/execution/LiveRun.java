package dev.agenthost.orchestrator.execution;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.grant.Access;
import dev.agenthost.orchestrator.grant.Check;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.RunSession;
import dev.agenthost.orchestrator.hostapi.StateNames;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.result.ResultSize;
import dev.agenthost.orchestrator.result.Taken;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.store.StateCall;
import dev.agenthost.protocol.store.StateScopeKey;
import dev.agenthost.protocol.store.StateSuccess;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
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
    /** Results handed on at once. */
    private static final int MOST_AT_ONCE = 256;

    /** One turn of the pump. */
    private record Work(
            List<Produced> results,
            Taken.@Nullable Applies effect,
            @Nullable Ending ending) {}

    private final ClaimedRun run;
    private final RunSession session;
    private final ResultIntake intake;
    private final ResultSink sink;
    private final Tools tools;
    private final Runnable release;
    private final Mailbox mailbox;
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
        this.mailbox = new Mailbox(tools.mailbox());
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
                warn("a result after the end of the run");
            }
            if (over || closing != null) {
                return;
            }
            mailbox.put(arrival, size);
        }
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

    /** Takes work as long as there is some; whoever finishes a turn that had to wait takes the next. */
    private void pump() {
        while (true) {
            Work work = next();
            if (work == null) {
                return;
            }
            AtomicInteger turn = new AtomicInteger();
            perform(work).subscribe().with(done -> finished(turn), failure -> {
                warn("a turn failed: " + failure);
                finished(turn);
            });
            if (turn.getAndIncrement() == 0) {
                return;
            }
        }
    }

    /** The second of the two (the turn's end, the pump's look at it) goes on. */
    private void finished(AtomicInteger turn) {
        synchronized (lock) {
            busy = false;
        }
        if (turn.getAndIncrement() == 1) {
            pump();
        }
    }

    private @Nullable Work next() {
        synchronized (lock) {
            if (busy || over || closing != null) {
                return null;
            }
            List<Produced> results = new ArrayList<>();
            Taken.Applies effect = null;
            Ending ending = null;
            while (effect == null && ending == null && results.size() < MOST_AT_ONCE) {
                Arrival arrival = mailbox.take().orElse(null);
                if (arrival == null) {
                    break;
                }
                if (arrival instanceof Arrival.Lost lost) {
                    ending = new Ending.RunnerLost(lost.why());
                    break;
                }
                Taken taken = taken(arrival);
                taken.warnings().forEach(this::warn);
                switch (taken) {
                    case Taken.Passes passes -> results.addAll(passes.results());
                    case Taken.Applies applies -> effect = applies;
                    case Taken.Ends ends -> {
                        results.addAll(ends.before());
                        ending = ends.ending();
                        closedByRunner = true;
                    }
                }
            }
            over = ending != null;
            busy = !results.isEmpty() || effect != null || ending != null;
            return busy ? new Work(results, effect, ending) : null;
        }
    }

    private Taken taken(Arrival arrival) {
        return switch (arrival) {
            case Arrival.Result result -> intake.take(result.tree(), result.oversized());
            case Arrival.StreamEnd end -> intake.streamEnded();
            case Arrival.StreamFailed failed -> intake.streamFailed(failed.message(), failed.data());
            case Arrival.Overflow overflow -> intake.overflowed();
            case Arrival.Lost lost -> throw new IllegalStateException("a loss is no result");
        };
    }

    private Uni<Void> perform(Work work) {
        Uni<Void> turn = work.results().isEmpty() ? Uni.createFrom().voidItem() : sink.results(work.results());
        Taken.Applies effect = work.effect();
        if (effect != null) {
            turn = turn.chain(() -> apply(effect));
        }
        Ending ending = work.ending();
        return ending == null ? turn : turn.invoke(() -> sink.ended(ending));
    }

    /** An effect comes first and its result after it; a scope that is not granted costs the result, not the run. */
    private Uni<Void> apply(Taken.Applies effect) {
        StateUpdated update = effect.update();
        if (session.isCancelled()) {
            return dropped("state.updated of a cancelled run");
        }
        Grant grant = session.grant();
        StateScopeKey key = grant.state().get(update.scope());
        if (key == null || Grant.check(grant, new Access.State(update.scope())) instanceof Check.Denied) {
            return dropped("state.updated in scope " + update.scope().wire() + ", which is not granted");
        }
        if (StateNames.tooLarge(update.value())) {
            return dropped("state.updated with a value larger than 256 KiB");
        }
        StateCall call = StateCall.set(
                run.workspaceId(),
                run.runId(),
                run.attempt(),
                run.attempt() + "/result/" + effect.ordinal(),
                key,
                StateNames.of(update.key()),
                update.value());
        return owned(() -> tools.memory().set(call))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(2))
                .until(failure -> isOpen())
                .onItem()
                .transformToUni(answer -> applied(effect, answer))
                .onFailure()
                .recoverWithUni(failure -> dropped("state.updated of a run that is sealed"));
    }

    private Uni<Void> applied(Taken.Applies effect, StoreAnswer<StateSuccess> answer) {
        return switch (answer) {
            case StoreAnswer.Answered<StateSuccess> done -> {
                Drill.at("orchestrator.60-applied");
                yield sink.results(List.of(effect.result()));
            }
            case StoreAnswer.Refused<StateSuccess> refused -> {
                if (refused.code() == FailureCode.CONFLICT) {
                    superseded("context-store knows a later attempt");
                    yield Uni.createFrom().voidItem();
                }
                yield dropped("state.updated, refused as " + refused.code().wire());
            }
        };
    }

    /** Asks the lease before each call out, and counts the run as touched before its first effect. */
    private <T> Uni<StoreAnswer<T>> owned(java.util.function.Supplier<Uni<StoreAnswer<T>>> call) {
        return Uni.createFrom().deferred(() -> {
            if (!tools.ownership().mayAct()) {
                return Uni.createFrom().failure(new IllegalStateException("the lease is not current"));
            }
            return tools.ownership()
                    .touch(run.runId(), run.attempt())
                    .onItem()
                    .transformToUni(ours -> ours
                            ? call.get()
                            : Uni.createFrom().item(new StoreAnswer.Refused<T>(FailureCode.CONFLICT, "not ours")));
        });
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

    private Uni<Void> dropped(String why) {
        warn(why);
        return Uni.createFrom().voidItem();
    }

    private void warn(String what) {
        LOG.log(
                Level.WARNING,
                "runId={0} attempt={1} runnerId={2} {3}",
                run.runId(),
                run.attempt(),
                session.runnerId(),
                what);
    }
}
