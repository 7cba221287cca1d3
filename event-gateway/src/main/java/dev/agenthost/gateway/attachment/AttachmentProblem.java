package dev.agenthost.gateway.attachment;

import dev.agenthost.protocol.json.WireName;

/** The reason for which a file is not attached to its event. */
public enum AttachmentProblem implements WireName {
    /** Larger than the platform serves or the host stores. */
    TOO_LARGE,
    /** The bytes are not of the type that the platform states. */
    UNSUPPORTED_TYPE,
    /** The quota of the workspace is full. */
    NO_SPACE,
    /** The platform does not give the file out. */
    REFUSED,
    /** The platform's answer leads to another address. */
    LEADS_ELSEWHERE,
    /** event-gateway has no token of the bot, or does not know context-store. */
    NOT_CONFIGURED,
    /** The platform or context-store was not available in time. */
    UNAVAILABLE
}
