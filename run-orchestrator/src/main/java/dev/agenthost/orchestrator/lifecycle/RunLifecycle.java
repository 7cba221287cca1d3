package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.Mailbox;
import dev.agenthost.orchestrator.lifecycle.attempt.AttemptObserver;
import dev.agenthost.orchestrator.lifecycle.attempt.Circumstances;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.lifecycle.attempt.RunMachine;
import dev.agenthost.orchestrator.lifecycle.attempt.RunPhase;
import dev.agenthost.orchestrator.lifecycle.attempt.RunnerStream;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Takes one claimed run from its start to its release. Inputs come from threads of the runner's connection, Kafka and the database. The
 * mailbox of the run hands them to the {@link RunMachine}. This class performs the effects of the run, its {@link RunnerStream} those of
 * the stream.
 *
 * <pre>
 *   socket ──► memory budget, backlog ──┐
 *   repository, Kafka, timers, commands ────┴─► mailbox of the run ──► RunMachine ──► RunWriter, RunnerStream
 * </pre>
 */
final class RunLifecycle implements RunInputs {
    private static final Logger LOG = System.getLogger(RunLifecycle.class.getName());

    private final ClaimedRun run;
    private final Incarnation owner;
    private final long began;
    private final long deadline;
    private final RunExecutor executor;
    private final RunWriter writer;
    private final BufferBudget buffer;
    private final RunClock clock;
    private final AttemptObserver observer;
    private final BiConsumer<RunLifecycle, RunPhase.Released> onReleased;
    private final BufferBudget.Share share;
    private final RunMachine machine;
    private final Mailbox mailbox = new Mailbox();
    /** Ignores effects until a runner is reserved. */
    private RunnerStream runner = effect -> {};

    private volatile RunPhase phase;

    /** @param onReleased called once, when this replica no longer holds the run */
    RunLifecycle(
            ClaimedRun run,
            Incarnation owner,
            RunExecutor executor,
            RunWriter writer,
            BufferBudget buffer,
            RunClock clock,
            AttemptObserver observer,
            BiConsumer<RunLifecycle, RunPhase.Released> onReleased) {
        this.run = run;
        this.owner = owner;
        this.executor = executor;
        this.writer = writer;
        this.buffer = buffer;
        this.clock = clock;
        this.observer = observer;
        this.onReleased = onReleased;
        this.machine = new RunMachine(run, owner, clock.now());
        this.phase = machine.phase();
        this.share = buffer.open(this::overloaded);
        this.began = clock.nanos();
        this.deadline = began + run.limit().toNanos();
    }

    ClaimedRun run() {
        return run;
    }

    Incarnation owner() {
        return owner;
    }

    @Override
    public void submit(RunInput input) {
        mailbox.execute(() -> process(input));
    }

    @Override
    public boolean isOpen() {
        return phase.isOpen();
    }

    /** A fault of the host ends this run, and no other. */
    private void process(RunInput input) {
        try {
            List<RunEffect> effects =
                    machine.on(input, new Circumstances(clock.now(), clock.nanos(), writer.mayActAs(owner)));
            phase = machine.phase();
            share.holds(machine.bytes());
            effects.forEach(this::tryToPerform);
            if (input instanceof StreamInput) {
                buffer.relieve();
            }
        } catch (RuntimeException fault) {
            failed(fault, input instanceof StreamInput);
        }
    }

    /** The effects behind one that fails are performed: the run's release may be among them. */
    private void tryToPerform(RunEffect effect) {
        try {
            perform(effect);
        } catch (RuntimeException fault) {
            failed(fault, effect instanceof StreamEffect);
        }
    }

    private void failed(RuntimeException fault, boolean ofStream) {
        LOG.log(Level.ERROR, "runId=" + run.runId() + " attempt=" + run.attempt() + " a step failed", fault);
        if (phase.isOpen()) {
            submit(new RunInput.Fault(
                    ofStream
                            ? "the host could not work on what the runner said"
                            : "the host could not go on with the run"));
        }
    }

    private void perform(RunEffect effect) {
        switch (effect) {
            case StreamEffect ofStream -> runner.perform(ofStream);
            case RunEffect.Execute execute -> execute();
            case RunEffect.UseRunner use -> runner = use.runner();
            case RunEffect.FirstResult first -> observer.firstResult(run, took());
            case RunEffect.Outcome outcome -> observer.ended(run, outcome.outcome(), took());
            case RunEffect.After(Duration delay, RunInput input) -> clock.after(delay, () -> submit(input));
            case RunEffect.Publish publish -> publish(publish);
            case RunEffect.CommitTouch commit ->
                writer.touch(run.key(), commit.untouched())
                        .subscribe()
                        .with(
                                ours -> submit(new RunInput.TouchCommitted(ours)),
                                why -> submit(new RunInput.TouchFailed(why)));
            case RunEffect.AnswerTouch answer -> answer.caller().complete(answer.granted());
            case RunEffect.FailTouch fail -> fail.caller().fail(fail.why());
            case RunEffect.Finish finish ->
                writer.finish(finish.termination()).subscribe().with(stored -> submit(new RunInput.Stored(stored)));
            case RunEffect.GiveBack back ->
                writer.requeue(run.key(), back.held(), back.how(), this::isHeld)
                        .subscribe()
                        .with(queued -> submit(new RunInput.Requeued(queued)), why -> {});
            case RunEffect.Fence fence ->
                writer.fence(run.key(), run.attempt()).subscribe().with(done -> {}, why -> {});
            case RunEffect.Release release -> {
                share.close();
                onReleased.accept(this, release.how());
            }
            case RunEffect.Log(Level level, String what, String why) ->
                LOG.log(level, "{0} runId={1} attempt={2}: {3}", what, run.runId(), run.attempt(), why);
        }
    }

    private void execute() {
        observer.started(run);
        try {
            executor.execute(run, this);
        } catch (RuntimeException why) {
            LOG.log(Level.ERROR, "not executed runId=" + run.runId() + " attempt=" + run.attempt(), why);
            submit(new RunInput.Fault("the host could not start the run"));
        }
    }

    private Duration took() {
        return Duration.ofNanos(clock.nanos() - began);
    }

    private void publish(RunEffect.Publish publish) {
        writer.publish(publish.record(), owner, this::isHeld)
                .subscribe()
                .with(position -> submit(new RunInput.Published()), why -> {});
    }

    /** Commits that the run has an effect, if the repository must know; returns false if the run may have no effect. */
    Uni<Boolean> touch() {
        return Uni.createFrom().emitter(caller -> submit(new RunInput.TouchRequested(caller)));
    }

    /** Ends the run at its deadline, and releases it when it has not ended long after. */
    void tick(long now) {
        long late = now - deadline;
        if (late >= 0) {
            submit(new RunInput.Command(new RunCommand.DeadlinePassed(), "the run's deadline passed"));
        }
        if (late >= RunDecider.OVERRUN.toNanos()) {
            submit(new RunInput.Overran());
        }
    }

    /**
     * Discards the run's buffered results. The results leave the budget at once, even if another thread processes the command: else the
     * budget would end too many runs.
     */
    private void overloaded() {
        if (phase.isOpen()) {
            share.holds(0);
        }
        submit(new RunInput.Command(new RunCommand.Overloaded(), "more was waiting than this host holds"));
    }

    private boolean isHeld() {
        return !(phase instanceof RunPhase.Released);
    }
}
