package dev.agenthost.protocol.run;

import dev.agenthost.protocol.json.WireName;

/** The rule for retrying a run that lost its host or its runner. */
public enum RetryPolicy implements WireName {
    NEVER,
    /** Retried only if no result was published and no call with an effect was made. */
    UNTOUCHED,
    /** Always retried: the runner journals its own progress. */
    RESUMABLE
}
