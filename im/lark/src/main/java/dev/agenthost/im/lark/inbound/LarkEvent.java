package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import org.jspecify.annotations.Nullable;

/**
 * An event with its header
 * (https://open.feishu.cn/document/ukTMukTMukTM/uUTNz4SN1MjL1UzM).
 *
 * @param id {@code header.event_id}, the same for each repetition
 * @param type {@code header.event_type}
 * @param time {@code header.create_time} in seconds; 0 if it is unknown
 * @param content the member {@code event}
 */
record LarkEvent(LarkIdentity bot, String id, String type, long time, PlatformObject content) {
    /** Returns the outcome for an event without a member that the platform always sends. */
    LarkMapping.Unreadable without(String member, String what) {
        return new LarkMapping.Unreadable("event." + member, "must be " + what);
    }

    LarkMapping.Ignored ignored(String why) {
        return new LarkMapping.Ignored(type, why);
    }

    /** Returns the person in that member, with the ids of the event; null without an open_id. */
    @Nullable
    ActorContext person(PlatformObject of, String member) {
        PlatformObject ids = of.object(member);
        String openId = ids == null ? null : ids.id("open_id");
        if (ids == null || openId == null) {
            return null;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        for (String other : new String[] {"user_id", "union_id"}) {
            String id = ids.id(other);
            if (id != null) {
                metadata.put(other, id);
            }
        }
        return new ActorContext("user", openId, of.name("name"), metadata);
    }

    /** Returns the open_id of the person in that member; null for none. */
    static @Nullable String openId(PlatformObject of, String member) {
        PlatformObject person = of.object(member);
        return person == null ? null : person.id("open_id");
    }
}
