package dev.agenthost.protocol.entrance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.field.MemberNames;
import java.util.List;

/** Names the members of an event that are dropped because no form of it has them. The protocol stays open, yet typos are reported. */
public final class UnknownMembers {
    private UnknownMembers() {}

    /** A sentence for each, at most ten; repeats names and no values. */
    public static List<String> warnings(JsonNode body) {
        return MemberNames.unknown(body, SaidEvent.class);
    }
}
