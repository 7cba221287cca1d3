package dev.agenthost.protocol.event;

import dev.agenthost.protocol.json.WireName;

/** The kind of entrance of an event (spec 000 §5.3, a closed set). */
public enum TriggerSource implements WireName {
    PLATFORM,
    WEBUI,
    API,
    SCHEDULER,
    SYSTEM,
    HOST_ADAPTER
}
