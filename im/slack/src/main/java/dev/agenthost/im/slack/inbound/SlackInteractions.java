package dev.agenthost.im.slack.inbound;

import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.slack.form.ModalSubmission;
import dev.agenthost.im.slack.form.QuestionModal;
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
    private static final String SUBMISSION = "view_submission";
    private static final String VIEW = "view";

    private SlackInteractions() {}

    /** @param event has the whole payload as its content, and its type as its type */
    static SlackMapping interaction(SlackEvent event) {
        PlatformObject payload = event.content();
        PlatformObject person = payload.object(SlackEvent.USER);
        String user = person == null ? null : person.id("id");
        if (person == null || user == null) {
            return new SlackMapping.Unreadable("user.id", "must be the id of a person");
        }
        PlatformObject view = payload.object(VIEW);
        if (view != null && ModalSubmission.isForm(view)) {
            return form(event.type(), view, user);
        }
        PlatformObject action = payload.list("actions").stream().findFirst().orElse(null);
        ButtonKey key = action == null ? null : key(action);
        if (action == null || key == null) {
            return other(event, person, user, action);
        }
        String trigger = payload.id("trigger_id");
        return trigger != null && id(action).startsWith(QuestionModal.ACTION_PREFIX)
                ? new SlackMapping.FormPress(key, user, trigger)
                : new SlackMapping.Press(key, user);
    }

    /** A form of the host has no elements that act before it is submitted, and nothing to do when it is closed. */
    private static SlackMapping form(String type, PlatformObject view, String user) {
        if (!type.equals(SUBMISSION)) {
            return new SlackMapping.Ignored(type, "the form of a question is not submitted.");
        }
        return ModalSubmission.read(view)
                .<SlackMapping>map(form -> new SlackMapping.SubmittedForm(form, user))
                .orElseGet(() -> new SlackMapping.Unreadable("view.private_metadata", "must be a key of the host"));
    }

    private static @Nullable ButtonKey key(PlatformObject action) {
        String value = action.text("value");
        return value != null && id(action).startsWith(OF_HOST)
                ? ButtonKey.read(value).orElse(null)
                : null;
    }

    private static String id(PlatformObject action) {
        return Objects.requireNonNullElse(action.text("action_id"), "");
    }

    private static SlackMapping other(
            SlackEvent event, PlatformObject person, String user, @Nullable PlatformObject action) {
        PlatformObject payload = event.content();
        PlatformObject view = payload.object(VIEW);
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
