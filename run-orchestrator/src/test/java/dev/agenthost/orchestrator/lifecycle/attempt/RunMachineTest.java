package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.run.RetryPolicy;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Drives a run with its stream through inputs in every order, while its runner, Kafka, the repository and timers answer early, late or not. */
class RunMachineTest {
    @Property(tries = 1_500)
    void keepsItsPromisesInEveryOrder(@ForAll RetryPolicy retry, @ForAll @From("acts") List<RunAct> acts) {
        check(new RunSimulation(retry), acts);
    }

    /** Most runs begin, and most of their inputs are results and acknowledgements. */
    @Property(tries = 1_500)
    void keepsItsPromisesWhenTheRunnerSaysMuch(@ForAll RetryPolicy retry, @ForAll @From("talk") List<RunAct> acts) {
        RunSimulation world = new RunSimulation(retry);
        world.act(RunAct.RESERVED);
        world.act(RunAct.OPEN);
        check(world, acts);
    }

    @Example
    void aRunnerThatIsReservedAfterTheRunWasCancelledIsNotCalled() {
        RunSimulation world = new RunSimulation(RetryPolicy.NEVER);
        List.of(RunAct.CANCEL, RunAct.RESERVED, RunAct.OPEN, RunAct.CALL).forEach(world::act);

        assertThat(world.runner.called).isZero();
        assertThat(world.runner.left).isPositive();
    }

    @Example
    void aResultIsBufferedInTheStepThatBringsIt() {
        RunSimulation world = new RunSimulation(RetryPolicy.NEVER);
        List.of(RunAct.RESERVED, RunAct.OPEN, RunAct.TIMER, RunAct.ACKNOWLEDGE, RunAct.DELTA)
                .forEach(world::act);

        assertThat(world.publishedTypes()).containsExactly("run.started", "message.delta");
    }

    /** Else an attempt that is lost between both would leave its answer, and the next attempt would give another one. */
    @Example
    void theMessageThatTheEndClosesIsInTheRecordOfTheEnd() {
        RunSimulation world = new RunSimulation(RetryPolicy.RESUMABLE);
        List.of(RunAct.RESERVED, RunAct.OPEN, RunAct.TIMER, RunAct.ACKNOWLEDGE, RunAct.DELTA, RunAct.TOUCH_COMMITTED)
                .forEach(world::act);
        List.of(RunAct.ACKNOWLEDGE, RunAct.COMPLETED).forEach(world::act);

        assertThat(world.recordTypes())
                .containsExactly(
                        List.of("run.started"),
                        List.of("message.delta"),
                        List.of("message.completed", "run.completed"));
    }

    private static void check(RunSimulation world, List<RunAct> acts) {
        acts.forEach(world::act);
        world.settle();
        world.check();
    }

    @Provide
    Arbitrary<List<RunAct>> acts() {
        return Arbitraries.of(RunAct.class).list().ofMinSize(1).ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<RunAct>> talk() {
        return Arbitraries.frequency(
                        Tuple.of(8, RunAct.DELTA),
                        Tuple.of(6, RunAct.ACKNOWLEDGE),
                        Tuple.of(4, RunAct.TIMER),
                        Tuple.of(4, RunAct.APPLIED),
                        Tuple.of(3, RunAct.TOUCH_COMMITTED),
                        Tuple.of(3, RunAct.TIME),
                        Tuple.of(3, RunAct.PAUSE_OVER),
                        Tuple.of(2, RunAct.PICTURE),
                        Tuple.of(2, RunAct.STATE),
                        Tuple.of(1, RunAct.LARGE_MESSAGE),
                        Tuple.of(1, RunAct.MESSAGE),
                        Tuple.of(1, RunAct.TOOL_CALL),
                        Tuple.of(1, RunAct.DROPPED),
                        Tuple.of(1, RunAct.COMPLETED),
                        Tuple.of(1, RunAct.COMPLETED_WITH_PICTURE),
                        Tuple.of(1, RunAct.LOST),
                        Tuple.of(1, RunAct.FAULT),
                        Tuple.of(1, RunAct.LEASE_EXPIRES),
                        Tuple.of(1, RunAct.LEASE_RENEWED),
                        Tuple.of(1, RunAct.HOST_STOPS),
                        Tuple.of(1, RunAct.CANCEL))
                .list()
                .ofMinSize(1)
                .ofMaxSize(50);
    }
}
