package dev.agenthost.actiongraph.policy.result;

import dev.agenthost.protocol.json.WireName;

/** The most detailed layer of a result that leaves the runtime, by an observation or by an expansion. From coarse to fine. */
public enum ResultGranularity implements WireName {
    SUMMARY,
    STRUCTURED,
    EXCERPT,
    FULL;

    /** Returns true if the wanted part is not finer than this layer. Parts that the runtime chooses are never finer. */
    public boolean permits(ReturnToModel part) {
        return switch (part) {
            case NONE, SUMMARY, ON_FAILURE, ON_DEMAND, ADAPTIVE -> true;
            case STRUCTURED -> compareTo(STRUCTURED) >= 0;
            case EXCERPT -> compareTo(EXCERPT) >= 0;
            case FULL -> this == FULL;
        };
    }
}
