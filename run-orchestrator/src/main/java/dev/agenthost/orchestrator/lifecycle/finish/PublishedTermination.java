package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.topic.RecordPosition;

/**
 * A terminal record that is in the topic.
 *
 * @param runnerId the runner of the run; empty if it has none. The next run of the conversation likely has the same runner
 */
public record PublishedTermination(RunKey key, RecordPosition position, String runnerId) {}
