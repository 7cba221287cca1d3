package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * One attempt of a run on its runner: hands inputs to the {@link StreamMachine} in the mailbox of the run, and performs the effects that
 * it answers.
 *
 * <pre>
 *   socket ──► memory budget, backlog ──► mailbox of the run ──► StreamMachine ──► (effect in context-store) ──► sink
 * </pre>
 */
final class LiveRun implements Execution, WireLink.Answers {
    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());

    private final ClaimedRun run;
    private final RunSession session;
    private final StreamMachine machine;
    private final RunSlot slot;
    private final ResultSink sink;
    private final EffectRunner effects;
    private final RunSessionRegistry sessions;
    private final BufferBudget buffer;
    private final RunClock clock;
    private final RunWarnings warnings = new RunWarnings(this::log);
    private final EffectScope scope;
    private final BufferBudget.Share memory;
    private final Backlog.Part waiting;
    private volatile StreamPhase phase;

    /** @param backlog of the connection that it runs on */
    LiveRun(
            ClaimedRun run,
            RunSession session,
            StreamMachine machine,
            Backlog backlog,
            RunSlot slot,
            ResultSink sink,
            EffectRunner effects,
            RunSessionRegistry sessions,
            BufferBudget buffer,
            RunClock clock) {
        this.run = run;
        this.session = session;
        this.machine = machine;
        this.phase = machine.phase();
        this.slot = slot;
        this.sink = sink;
        this.effects = effects;
        this.sessions = sessions;
        this.buffer = buffer;
        this.clock = clock;
        this.scope = new EffectScope(run, session, () -> phase.isOpen(), warnings::say);
        this.memory = buffer.open(this::overloaded);
        this.waiting = backlog.open(() ->
                submit(new StreamInput.Overloaded("what it said is not worked on, and its connection waits for that")));
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

    /** Counts the item as waiting before it enters the mailbox, so that bounds hold while another thread is working on the run. */
    private void arrived(InboxItem item, int size) {
        hold(1, item.held(size));
        buffer.relieve();
        submit(new StreamInput.Arrived(item, size));
    }

    /** A character is two bytes, or one and as much again for the object around it. */
    private void hold(int frames, long characters) {
        memory.add(2 * characters);
        waiting.add(frames, characters);
    }

    /** The frames leave the budget at once, even if another thread is working on the run: or the budget would end more runs than it must. */
    private void overloaded() {
        memory.close();
        submit(new StreamInput.Overloaded("this host holds more than it may, and most of it is this run's"));
    }

    /** Lets the runner call. Answers false where the run may not begin any more. */
    Uni<Boolean> open(Grant grant) {
        return Uni.createFrom().emitter(caller -> submit(new StreamInput.Open(grant, caller)));
    }

    /** Calls the runner. */
    void call(ObjectNode context) {
        submit(new StreamInput.Call(context));
    }

    /** Ends the run before its runner is called. */
    void notCalled(ExecutionOutcome outcome) {
        submit(new StreamInput.NotCalled(outcome));
    }

    @Override
    public void cancel(FailureCode why) {
        submit(new StreamInput.Cancel(why));
    }

    @Override
    public Uni<List<ResultPayload>> seal() {
        return Uni.createFrom().emitter(caller -> submit(new StreamInput.Seal(caller)));
    }

    @Override
    public void close() {
        submit(new StreamInput.Close());
    }

    private void submit(StreamInput input) {
        sink.mailbox().execute(() -> process(input));
    }

    private void process(StreamInput input) {
        List<StreamEffect> next;
        try {
            next = machine.on(input, clock.nanos());
        } catch (RuntimeException fault) {
            failed(fault);
            if (input instanceof StreamInput.Seal seal) {
                seal.caller().fail(fault);
            }
            return;
        } finally {
            phase = machine.phase();
        }
        for (StreamEffect effect : next) {
            try {
                perform(effect);
            } catch (RuntimeException fault) {
                failed(fault);
            }
        }
    }

    private void failed(Throwable fault) {
        LOG.log(Level.ERROR, "runId=" + run.runId() + " attempt=" + run.attempt() + " a step failed", fault);
        if (!(phase instanceof StreamPhase.Closed)) {
            submit(new StreamInput.Fault());
        }
    }

    private void perform(StreamEffect effect) {
        switch (effect) {
            case StreamEffect.OpenSession(Grant grant) -> {
                session.begin(grant);
                sessions.open(session);
            }
            case StreamEffect.AnswerOpen answer -> answer.caller().complete(answer.opened());
            case StreamEffect.CallRunner(ObjectNode context) -> callRunner(context);
            case StreamEffect.Deliver(List<PendingResult> results) ->
                sink.results(results).subscribe().with(done -> submit(new StreamInput.Delivered()), this::failed);
            case StreamEffect.Apply(ResultDecision.Applies asked) ->
                effects.apply(scope, asked)
                        .subscribe()
                        .with(outcome -> submit(new StreamInput.Applied(outcome)), this::failed);
            case StreamEffect.Refuse refuse -> effects.refuse(scope, refuse.dropped());
            case StreamEffect.ReleaseFrames release -> hold(-release.frames(), -release.characters());
            case StreamEffect.CountLate late -> waiting.idleTalk(late.size());
            case StreamEffect.Pause pause -> clock.after(pause.delay(), () -> submit(new StreamInput.PauseOver()));
            case StreamEffect.Warn warn -> warnings.say(warn.what());
            case StreamEffect.End end -> sink.ended(end.outcome());
            case StreamEffect.CancelRunner(FailureCode code) -> {
                session.cancel(code);
                slot.cancel(code, clock.nanos());
            }
            case StreamEffect.AnswerSeal answer -> answer.caller().complete(answer.closing());
            case StreamEffect.CloseInbox close -> {
                memory.close();
                waiting.close();
            }
            case StreamEffect.CloseSession close -> sessions.close(session);
            case StreamEffect.LeaveSlot leave -> slot.leave();
        }
    }

    private void callRunner(ObjectNode context) {
        if (slot.send(context, run.workspaceId(), this).isPresent()) {
            FailPoint.at("orchestrator.50-sent");
        } else {
            notCalled(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "the connection has gone"));
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
