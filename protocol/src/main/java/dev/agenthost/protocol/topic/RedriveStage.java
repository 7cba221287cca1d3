package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.json.WireName;

/** The progress of one redrive of a dead letter. */
public enum RedriveStage implements WireName {
    /** About to be published. Without a second mark the process ended, or the broker did not answer: it may be published. */
    STARTED,
    /** The broker has the record. */
    REDRIVEN
}
