package dev.agenthost.gateway.intake.connection;

/** Takes in one event of a connection. */
@FunctionalInterface
public interface EventTask {
    /** Blocks until the outcome is known. */
    EventReply run() throws InterruptedException;
}
