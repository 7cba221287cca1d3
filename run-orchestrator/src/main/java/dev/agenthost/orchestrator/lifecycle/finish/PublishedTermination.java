package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.topic.RecordPosition;

/**
 * A terminal record that is in the topic.
 *
 * @param runnerId of the run, empty where there is none: the next of the conversation is likely for the same runner
 */
public record PublishedTermination(RunKey key, RecordPosition position, String runnerId) {}
