package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/**
 * Maps presses of buttons and other inputs of cards
 * (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-callback-communication).
 */
final class LarkButtons {
    private LarkButtons() {}

    static LarkMapping pressed(LarkEvent event) {
        String person = LarkEvent.openId(event.content(), "operator");
        PlatformObject action = event.content().object("action");
        if (person == null) {
            return event.without("operator.open_id", "an id");
        }
        if (action == null) {
            return event.without("action", "an object");
        }
        ButtonKey key = key(action);
        return key == null ? other(event, action) : new LarkMapping.Press(key, person);
    }

    private static @Nullable ButtonKey key(PlatformObject action) {
        PlatformObject value = action.object("value");
        String text = value == null ? null : value.text(ButtonKey.MEMBER);
        return text == null ? null : ButtonKey.read(text).orElse(null);
    }

    /** A button of another card: its value is in {@code data.button}. */
    private static LarkMapping other(LarkEvent event, PlatformObject action) {
        LarkEventBody built =
                LarkEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(event.person(event.content(), "operator"));
        PlatformObject context = event.content().object("context");
        String chat = context == null ? null : context.id("open_chat_id");
        String message = context == null ? null : context.id("open_message_id");
        if (chat != null) {
            built.in(chat, null, null, message);
        }
        if (message != null) {
            built.about("message", message);
        }
        JsonNode value = action.node().path("value");
        if (value.isTextual() || value.isObject()) {
            built.data().set("button", value.deepCopy());
        }
        String tag = action.text("tag");
        if (tag != null && tag.matches("[a-z0-9_]{1,64}")) {
            built.data().put("tag", tag);
        }
        return built.event();
    }
}
