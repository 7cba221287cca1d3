package dev.agenthost.orchestrator.lifecycle.attempt;

/** Hands inputs to the {@link RunMachine} of one attempt, in the mailbox of the run. Thread-safe; does not block. */
public interface RunInputs {
    void submit(RunInput input);

    /** Returns true while results of the run are accepted. */
    boolean isOpen();
}
