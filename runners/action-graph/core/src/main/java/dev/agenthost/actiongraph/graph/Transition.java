package dev.agenthost.actiongraph.graph;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One transition that is being computed: the state so far and the effects so far. It does not leave the state machine. */
final class Transition {
    private final ResultFacts facts;
    private final List<GraphEffect> effects = new ArrayList<>();
    private GraphState state;
    private @Nullable GraphState counted;
    private int running;

    Transition(GraphState state, ResultFacts facts) {
        this.state = state;
        this.facts = facts;
    }

    ResultFacts facts() {
        return facts.at(state);
    }

    GraphState state() {
        return state;
    }

    /** The number of attempts that run, counted once for each state: every action that could start asks for it. */
    int running() {
        if (counted != state) {
            running = state.running();
            counted = state;
        }
        return running;
    }

    ActionState action(String id) {
        return state.action(id);
    }

    boolean isEnding() {
        return state.ending() != GraphState.Ending.NONE;
    }

    void set(GraphState next) {
        state = next;
    }

    void set(String id, ActionState next) {
        state = state.with(id, next);
    }

    void set(String id, ActionStatus status, StatusReason reason) {
        set(id, action(id).with(status, reason));
    }

    void set(String id, int iteration, Iteration next) {
        set(id, action(id).with(iteration, next));
    }

    void add(GraphEffect effect) {
        effects.add(effect);
    }

    GraphStep step() {
        return new GraphStep(state, effects);
    }
}
