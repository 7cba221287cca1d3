package dev.agenthost.protocol.event;

import dev.agenthost.protocol.json.WireName;

/** What kind of entrance an event came through (spec 000 §5.3, a closed set). */
public enum TriggerSource implements WireName {
    PLATFORM,
    WEBUI,
    API,
    SCHEDULER,
    SYSTEM,
    HOST_ADAPTER
}
