package dev.agenthost.protocol.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.MemberNames;
import java.util.List;

/** Names the members of an event that are dropped because no form of it has them. The protocol stays open, yet typos are reported. */
public final class UnknownMembers {
    private UnknownMembers() {}

    /** A sentence for each, at most ten; repeats names and no values. */
    public static List<String> warnings(JsonNode body) {
        return MemberNames.unknown(body, InboundMessageBody.class);
    }
}
