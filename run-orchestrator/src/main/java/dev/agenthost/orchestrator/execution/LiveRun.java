package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.lifecycle.attempt.InboxItem;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.lifecycle.attempt.RunnerStream;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;

/**
 * One attempt of a run on its runner: counts the runner's items as waiting, hands them to the run, and performs the effects of the stream.
 */
final class LiveRun implements RunnerStream, WireLink.Answers {
    private static final System.Logger LOG = System.getLogger(LiveRun.class.getName());

    private final ClaimedRun run;
    private final RunSession session;
    private final RunSlot slot;
    private final RunInputs inputs;
    private final EffectRunner effects;
    private final RunSessionRegistry sessions;
    private final BufferBudget buffer;
    private final RunClock clock;
    private final RunWarnings warnings = new RunWarnings(this::log);
    private final EffectScope scope;
    private final BufferBudget.Share memory;
    private final Backlog.Part waiting;

    /** @param backlog of the connection of the run */
    LiveRun(
            ClaimedRun run,
            RunSession session,
            Backlog backlog,
            RunSlot slot,
            RunInputs inputs,
            EffectRunner effects,
            RunSessionRegistry sessions,
            BufferBudget buffer,
            RunClock clock) {
        this.run = run;
        this.session = session;
        this.slot = slot;
        this.inputs = inputs;
        this.effects = effects;
        this.sessions = sessions;
        this.buffer = buffer;
        this.clock = clock;
        this.scope = new EffectScope(run, session, inputs::isOpen, warnings::say);
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

    /** Counts two bytes a character: one or two for the text, the rest for its object. */
    private void hold(int frames, long characters) {
        memory.add(2 * characters);
        waiting.add(frames, characters);
    }

    /** Releases the frames at once, even if another thread works on the run: else the budget would end too many runs. */
    private void overloaded() {
        memory.close();
        submit(new StreamInput.Overloaded("this host holds more than it may, and most of it is this run's"));
    }

    /** Lets the runner call. Returns false if the run may not begin any more. */
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

    private void submit(StreamInput input) {
        inputs.submit(input);
    }

    /** A fault of the host, in an effect that is under way. */
    private void failed(Throwable fault) {
        LOG.log(Level.ERROR, "runId=" + run.runId() + " attempt=" + run.attempt() + " an effect failed", fault);
        inputs.submit(new RunInput.Fault("the host could not work on what the runner said"));
    }

    @Override
    public void perform(StreamEffect effect) {
        switch (effect) {
            case StreamEffect.OpenSession(Grant grant) -> {
                session.begin(grant);
                sessions.open(session);
            }
            case StreamEffect.AnswerOpen answer -> answer.caller().complete(answer.opened());
            case StreamEffect.CallRunner(ObjectNode context) -> callRunner(context);
            case StreamEffect.Apply(ResultDecision.Applies asked) ->
                effects.apply(scope, asked)
                        .subscribe()
                        .with(outcome -> submit(new StreamInput.Applied(outcome)), this::failed);
            case StreamEffect.Refuse refuse -> effects.refuse(scope, refuse.dropped());
            case StreamEffect.ReleaseFrames release -> hold(-release.frames(), -release.characters());
            case StreamEffect.CountLate late -> waiting.idleTalk(late.size());
            case StreamEffect.Pause pause -> clock.after(pause.delay(), () -> submit(new StreamInput.PauseOver()));
            case StreamEffect.Warn warn -> warnings.say(warn.what());
            case StreamEffect.CancelRunner(FailureCode code) -> {
                session.cancel(code);
                slot.cancel(code, clock.nanos());
            }
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
