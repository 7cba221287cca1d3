package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** Whether a run that lost its host or its runner is tried again. */
public enum RetryPolicy implements WireName {
    NEVER,
    /** Only while nothing of it was published and no call with an effect was made. */
    UNTOUCHED,
    /** Always: its runner journals its own progress. */
    RESUMABLE
}
