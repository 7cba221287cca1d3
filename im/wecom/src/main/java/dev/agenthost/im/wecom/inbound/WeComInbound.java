package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import org.jspecify.annotations.Nullable;

/**
 * Maps a callback of the platform, a message of a person or an event, to an event of the host. Equal payloads have equal outcomes; nothing
 * fails.
 *
 * <pre>
 * message                                   message.received
 * subscribe                                 friend.added
 * unsubscribe                               friend.removed
 * template_card_event                       the press of a question's button, or platform.specific
 * every other event                         platform.specific
 * </pre>
 */
public final class WeComInbound {
    static final String AGENT = "AgentID";
    static final String PERSON = "FromUserName";
    static final String TIME = "CreateTime";
    static final String TYPE = "MsgType";
    static final String TYPE_NAME = "[A-Za-z0-9_]{1,64}";

    private static final String COMPANY = "ToUserName";
    private static final String EVENT = "event";

    private WeComInbound() {}

    /** @param payload the members of the decrypted document */
    public static WeComMapping map(@Nullable JsonNode payload, WeComIdentity bot) {
        PlatformObject callback = PlatformObject.of(payload);
        if (callback == null) {
            return without("$", "a document with elements");
        }
        if (!bot.corpId().equals(callback.text(COMPANY))) {
            return without(COMPANY, "corp_id of the bot");
        }
        String agent = callback.text(AGENT);
        if (agent != null && !bot.isAgent(agent)) {
            return ofAnotherApplication();
        }
        String type = callback.text(TYPE);
        if (type == null || !type.matches(TYPE_NAME)) {
            return without(TYPE, "the name of a type");
        }
        return type.equals(EVENT) ? WeComEvents.event(callback, bot) : WeComMessages.received(callback, type, bot);
    }

    /** Returns what is stored of a payload: all but the codes by which a card may be changed, and messages be read, once. */
    public static JsonNode withoutCodes(JsonNode payload) {
        return payload instanceof ObjectNode members ? members.deepCopy().without(WeComEvents.CODES) : payload;
    }

    static WeComMapping.Unreadable without(String member, String what) {
        return new WeComMapping.Unreadable(member, "must be " + what);
    }

    /** The outcome for a payload of another application than that of the bot. */
    static WeComMapping.Unreadable ofAnotherApplication() {
        return without(AGENT, "agent_id of the bot");
    }
}
