package dev.agenthost.actiongraph.policy.result;

import dev.agenthost.protocol.json.WireName;

/** The replacement of a result that exceeds its token limit. */
public enum TruncationPolicy implements WireName {
    /** A reference to the stored result and its summary. */
    PROVIDE_REF_AND_SUMMARY,
    /** A reference to the stored result. */
    PROVIDE_REF,
    /** The summary. */
    PROVIDE_SUMMARY,
    /** The beginning of the result. */
    TRUNCATE
}
