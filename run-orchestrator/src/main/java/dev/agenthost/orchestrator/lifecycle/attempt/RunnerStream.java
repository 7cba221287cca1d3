package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;

/** The runner of one attempt: performs the effects that concern its stream, its session and its slot. */
public interface RunnerStream {
    /** Performs an effect, in the mailbox of the run. Does not block. */
    void perform(StreamEffect effect);
}
