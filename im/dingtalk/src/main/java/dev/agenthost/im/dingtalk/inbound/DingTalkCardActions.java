package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps actions of persons on cards (https://open.dingtalk.com/document/development/event-callback-card). */
final class DingTalkCardActions {
    private static final String ACTION = "actionCallback";

    private DingTalkCardActions() {}

    /** @param messageId of the frame: an action has no id of its own, and is not repeated */
    static DingTalkMapping acted(PlatformObject callback, String messageId, DingTalkIdentity bot) {
        String type = callback.text("type");
        String person = callback.id("userId");
        if (type == null || !type.matches("[A-Za-z0-9_]{1,64}")) {
            return DingTalkInbound.without("type", "the name of a type");
        }
        if (!type.equals(ACTION)) {
            return new DingTalkMapping.Ignored(type, "The callback is no action of a person.");
        }
        if (!bot.accepts(callback.text("corpId"))) {
            return DingTalkInbound.ofAnotherOrganization("corpId");
        }
        if (person == null) {
            return DingTalkInbound.without("userId", "an id");
        }
        PlatformObject content = content(callback);
        PlatformObject action = content == null ? null : content.object("cardPrivateData");
        if (action == null) {
            return DingTalkInbound.without("content", "a text with cardPrivateData");
        }
        Optional<ButtonKey> key = key(action);
        return key.isPresent()
                ? new DingTalkMapping.Press(key.get(), person)
                : other(callback, action, person, messageId, bot);
    }

    /** A button carries its key as a parameter, or as its id if its template has no parameters. */
    private static Optional<ButtonKey> key(PlatformObject action) {
        PlatformObject params = action.object("params");
        String text = params == null ? null : params.text(ButtonKey.MEMBER);
        if (text != null) {
            return ButtonKey.read(text);
        }
        JsonNode first = action.node().path("actionIds").path(0);
        return ButtonKey.read(Objects.requireNonNullElse(first.textValue(), ""));
    }

    /** An action on another card: its ids and parameters are in {@code data.button}. */
    private static DingTalkMapping other(
            PlatformObject callback, PlatformObject action, String person, String messageId, DingTalkIdentity bot) {
        DingTalkEventBody built = DingTalkEventBody.of(bot, messageId, EventTypes.PLATFORM_SPECIFIC, "card." + ACTION)
                .by(new ActorContext("user", person, null, JsonNodeFactory.instance.objectNode()));
        String card = callback.id("outTrackId");
        if (card != null) {
            built.about("card", card);
        }
        ObjectNode button = built.data().putObject("button");
        if (action.node().get("actionIds") instanceof ArrayNode ids) {
            button.set("action_ids", ids.deepCopy());
        }
        PlatformObject params = action.object("params");
        if (params != null) {
            button.set("params", params.node().deepCopy());
        }
        return built.event();
    }

    /** The content is JSON in a text. */
    private static @Nullable PlatformObject content(PlatformObject callback) {
        String json = callback.text("content");
        try {
            return json == null
                    ? null
                    : PlatformObject.of(ProtocolCodec.readTree(json.getBytes(StandardCharsets.UTF_8)));
        } catch (UndecodableException e) {
            return null;
        }
    }
}
