package dev.agenthost.im.slack.inbound;

import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Maps interactions: pressed buttons and other inputs of messages, forms and shortcuts
 * (https://docs.slack.dev/reference/interaction-payloads/block_actions-payload and the pages beside it).
 */
final class SlackInteractions {
    /** The beginning of the {@code action_id} of each button of a question. */
    static final String OF_HOST = "agenthost:";

    private static final String CALLBACK = "callback_id";

    private SlackInteractions() {}

    /** @param event has the whole payload as its content, and its type as its type */
    static SlackMapping interaction(SlackEvent event) {
        PlatformObject payload = event.content();
        PlatformObject person = payload.object(SlackEvent.USER);
        String user = person == null ? null : person.id("id");
        if (person == null || user == null) {
            return new SlackMapping.Unreadable("user.id", "must be the id of a person");
        }
        PlatformObject action = payload.list("actions").stream().findFirst().orElse(null);
        ButtonKey key = action == null ? null : key(action);
        return key == null ? other(event, person, user, action) : new SlackMapping.Press(key, user);
    }

    private static @Nullable ButtonKey key(PlatformObject action) {
        String value = action.text("value");
        return value != null
                        && Objects.requireNonNullElse(action.text("action_id"), "")
                                .startsWith(OF_HOST)
                ? ButtonKey.read(value).orElse(null)
                : null;
    }

    private static SlackMapping other(
            SlackEvent event, PlatformObject person, String user, @Nullable PlatformObject action) {
        PlatformObject payload = event.content();
        PlatformObject view = payload.object("view");
        SlackEventBody built =
                SlackEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(ActorContext.user(user, person.name("name")));
        place(built, payload, user);
        String callback = payload.text(CALLBACK);
        if (action != null) {
            put(built, "button", value(action));
            put(built, "action_id", action.id("action_id"));
            put(built, "tag", action.id("type"));
        } else {
            put(built, "button", callback == null && view != null ? view.text(CALLBACK) : callback);
        }
        return built.event();
    }

    private static @Nullable String value(PlatformObject action) {
        PlatformObject option = action.object("selected_option");
        String value = action.text("value");
        return value == null && option != null ? option.text("value") : value;
    }

    private static void put(SlackEventBody built, String name, @Nullable String value) {
        if (value != null) {
            built.data().put(name, value);
        }
    }

    /** Forms, and shortcuts of the whole workspace, have no channel. */
    private static void place(SlackEventBody built, PlatformObject payload, String user) {
        PlatformObject container = payload.object("container");
        PlatformObject message = payload.object("message");
        PlatformObject channel = payload.object(SlackEvent.CHANNEL);
        String id = channel == null ? null : channel.id("id");
        if (id == null && container != null) {
            id = container.id("channel_id");
        }
        if (id == null) {
            return;
        }
        String ts = message == null ? null : SlackMessages.ts(message, SlackMessages.TS);
        if (ts == null && container != null) {
            ts = SlackMessages.ts(container, "message_ts");
        }
        built.in(SlackChannel.of(id), message == null ? null : SlackMessages.thread(message, ts), ts, user);
        if (ts != null) {
            built.about("message", ts);
        }
    }
}
