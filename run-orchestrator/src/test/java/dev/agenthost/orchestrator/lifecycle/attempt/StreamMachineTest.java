package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.lifecycle.attempt.StreamSimulation.Act;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Drives the stream of a run through inputs in every order, while the sink, context-store and timers answer early or late. */
class StreamMachineTest {
    @Property(tries = 3_000)
    void keepsItsPromisesInEveryOrder(@ForAll @From("acts") List<Act> acts) {
        StreamSimulation world = new StreamSimulation();
        acts.forEach(world::act);
        world.settle();
        world.check();
    }

    /** Most runs begin, and most of their items are results. */
    @Property(tries = 3_000)
    void keepsItsPromisesWhenTheRunnerSaysMuch(@ForAll @From("talk") List<Act> acts) {
        StreamSimulation world = new StreamSimulation();
        world.act(Act.OPEN);
        acts.forEach(world::act);
        world.settle();
        world.check();
    }

    @Example
    void aRunThatWasCancelledBeforeItsRunnerWasCalledNeverOpens() {
        StreamSimulation world = new StreamSimulation();
        world.act(Act.CANCEL);
        world.act(Act.OPEN);
        world.act(Act.CALL);

        assertThat(world.opened).isZero();
        assertThat(world.called).isZero();
        assertThat(world.left).isPositive();
    }

    @Example
    void aLateResultCountsAsUselessAndIsWarnedOf() {
        StreamSimulation world = new StreamSimulation();
        List.of(Act.OPEN, Act.COMPLETED, Act.SEAL, Act.DELTA).forEach(world::act);

        assertThat(world.late).isEqualTo(1);
        assertThat(world.warnings).contains("a result after the end of the run");
    }

    @Example
    void theRestOfAStreamThatHasEndedIsNotPaced() {
        StreamSimulation world = new StreamSimulation();
        List.of(Act.OPEN, Act.DELTA, Act.DELIVERED, Act.DELTA, Act.DELIVERED, Act.DELTA)
                .forEach(world::act);
        assertThat(world.machine.phase()).isInstanceOf(StreamPhase.Paced.class);

        world.act(Act.LOST);

        assertThat(world.machine.phase()).isInstanceOf(StreamPhase.Delivering.class);
    }

    @Provide
    Arbitrary<List<Act>> acts() {
        return Arbitraries.of(Act.class).list().ofMinSize(1).ofMaxSize(30);
    }

    @Provide
    Arbitrary<List<Act>> talk() {
        return Arbitraries.frequency(
                        Tuple.of(8, Act.DELTA),
                        Tuple.of(8, Act.DELIVERED),
                        Tuple.of(3, Act.APPLIED),
                        Tuple.of(3, Act.TIME),
                        Tuple.of(3, Act.PAUSE_OVER),
                        Tuple.of(2, Act.PICTURE),
                        Tuple.of(2, Act.STATE),
                        Tuple.of(1, Act.MESSAGE),
                        Tuple.of(1, Act.DROPPED),
                        Tuple.of(1, Act.COMPLETED),
                        Tuple.of(1, Act.COMPLETED_WITH_PICTURE),
                        Tuple.of(1, Act.LOST),
                        Tuple.of(1, Act.FAULT),
                        Tuple.of(1, Act.SEAL))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }
}
