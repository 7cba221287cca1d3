package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.MemberNames;
import java.util.List;

/** Finds the dropped members of an event, which no form of it has. The protocol accepts unknown members; a warning reports typos. */
public final class UnknownMembers {
    private UnknownMembers() {}

    /** Returns at most ten sentences, with names and without values. */
    public static List<String> warnings(JsonNode body) {
        return MemberNames.unknown(body, InboundMessageBody.class);
    }
}
