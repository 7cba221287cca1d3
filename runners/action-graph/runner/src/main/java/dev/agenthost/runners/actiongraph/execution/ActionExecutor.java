package dev.agenthost.runners.actiongraph.execution;

/** Executes the calls of one class of executors. */
@FunctionalInterface
interface ActionExecutor {
    /** Blocks until the call has ended; an interrupt ends it early. */
    ActionOutcome execute(ActionCall call) throws InterruptedException;
}
