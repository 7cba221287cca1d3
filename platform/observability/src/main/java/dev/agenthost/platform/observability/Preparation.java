package dev.agenthost.platform.observability;

/**
 * A step that is done once, in the background, while the service starts: it executes code of the first event, so that the JVM has linked it
 * before. A step changes nothing, and its failure has no effect.
 */
@FunctionalInterface
public interface Preparation {
    /** Called by one thread, after the start-up event. */
    void prepare() throws Exception;
}
