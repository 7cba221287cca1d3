package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps messages and what happens to them (https://docs.slack.dev/reference/events/message and the pages below it). */
final class SlackMessages {
    /** The time of a message, which is its id within its channel. */
    static final String TS = "ts";

    private static final String THREAD = "thread_ts";
    private static final String MESSAGE = "message";
    private static final String PREVIOUS = "previous_message";
    private static final String BOT = "bot_message";
    private static final String SLACKBOT = "USLACKBOT";
    private static final String TOMBSTONE = "tombstone";
    private static final String TIME_OF_MESSAGE = "the time of a message";

    private SlackMessages() {}

    static SlackMapping message(SlackEvent event) {
        String subtype = event.content().text("subtype");
        if (subtype == null) {
            return received(event);
        }
        SlackEvent named = SlackInbound.isName(subtype) ? event.named("message." + subtype) : event;
        return switch (subtype) {
            case "file_share", "thread_broadcast", "me_message" -> received(named);
            case "message_changed" -> changed(named);
            case "message_deleted" -> deleted(named);
            case BOT -> named.ignored("The message is of a bot.");
            case "channel_join", "channel_leave", "group_join", "group_leave", "channel_name", "group_name" ->
                named.ignored("The platform has an event of its own for it.");
            case "channel_topic", "channel_purpose", "group_topic", "group_purpose" -> SlackChannels.described(named);
            default -> SlackInbound.other(named);
        };
    }

    /** Maps a message of a person. {@code app_mention} is the same message as {@code message}, so both have the id of the message. */
    static SlackMapping received(SlackEvent event) {
        PlatformObject message = event.content();
        SlackChannel channel = SlackChannel.of(message);
        String ts = ts(message, TS);
        String user = message.id(SlackEvent.USER);
        if (channel == null) {
            return event.without(SlackEvent.CHANNEL, "the id of a channel");
        }
        if (ts == null) {
            return event.without(TS, TIME_OF_MESSAGE);
        }
        if (isOfBot(message, event)) {
            return event.ignored("The message is of a bot.");
        }
        if (user == null) {
            return event.without(SlackEvent.USER, "the id of a person");
        }
        return messageEvent(
                event.identified(channel.id() + ":" + ts), EventTypes.MESSAGE_RECEIVED, channel, ts, message);
    }

    /** Also the preview of a link changes a message: that is no edit of a person. */
    private static SlackMapping changed(SlackEvent event) {
        PlatformObject message = event.content().object(MESSAGE);
        PlatformObject previous = event.content().object(PREVIOUS);
        SlackChannel channel = SlackChannel.of(event.content());
        String ts = message == null ? null : ts(message, TS);
        if (channel == null) {
            return event.without(SlackEvent.CHANNEL, "the id of a channel");
        }
        if (message == null || ts == null) {
            return event.without("message.ts", TIME_OF_MESSAGE);
        }
        if (TOMBSTONE.equals(message.text("subtype"))) {
            return recalled(event, channel, ts, previous);
        }
        if (isOfBot(message, event)) {
            return event.ignored("The message is of a bot.");
        }
        if (previous != null && Objects.equals(content(message), content(previous))) {
            return event.ignored("Text and files of the message are the same.");
        }
        return messageEvent(event, "message.edited", channel, ts, message);
    }

    private static List<@Nullable String> content(PlatformObject message) {
        String files = message.list("files").stream()
                .map(file -> String.valueOf(file.id("id")))
                .collect(Collectors.joining(" "));
        return Arrays.asList(message.text("text"), files);
    }

    private static SlackMapping deleted(SlackEvent event) {
        SlackChannel channel = SlackChannel.of(event.content());
        String ts = ts(event.content(), "deleted_ts");
        if (channel == null) {
            return event.without(SlackEvent.CHANNEL, "the id of a channel");
        }
        return ts == null
                ? event.without("deleted_ts", TIME_OF_MESSAGE)
                : recalled(event, channel, ts, event.content().object(PREVIOUS));
    }

    private static SlackMapping recalled(
            SlackEvent event, SlackChannel channel, String ts, @Nullable PlatformObject previous) {
        if (previous != null && isOfBot(previous, event)) {
            return event.ignored("The message is of a bot.");
        }
        return SlackEventBody.of(event, "message.recalled")
                .in(channel, conversation(channel, previous == null ? null : thread(previous, ts), ts), null, null)
                .about(MESSAGE, ts)
                .event();
    }

    private static SlackMapping messageEvent(
            SlackEvent event, String eventType, SlackChannel channel, String ts, PlatformObject message) {
        String user = message.id(SlackEvent.USER);
        SlackText read = SlackText.of(text(message), event.botUser());
        List<SlackFile> files = message.list("files").stream()
                .map(SlackFile::of)
                .filter(Objects::nonNull)
                .toList();
        SlackEventBody built = SlackEventBody.of(event, eventType)
                .in(channel, conversation(channel, thread(message, ts), ts), ts, user)
                .by(SlackEvent.person(user))
                .about(MESSAGE, ts)
                .saying(read.text());
        ObjectNode data = built.data().put("is_mentioned", read.isMention() || isMention(event));
        if (!read.mentions().isEmpty()) {
            data.putArray("mentions").addAll(read.mentions());
        }
        for (SlackFile file : files) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            if (file.name() != null) {
                fact.put("name", file.name());
            }
        }
        return built.event(files);
    }

    private static boolean isMention(SlackEvent event) {
        return event.type().equals("app_mention");
    }

    private static boolean isOfBot(PlatformObject message, SlackEvent event) {
        String user = message.id(SlackEvent.USER);
        return message.text("bot_id") != null
                || BOT.equals(message.text("subtype"))
                || SLACKBOT.equals(user)
                || event.isBot(user);
    }

    /** A forwarded message has its text in attachments. */
    private static String text(PlatformObject message) {
        String text = message.text("text");
        return text != null
                ? text
                : message.list("attachments").stream()
                        .map(attachment -> Objects.requireNonNullElse(
                                attachment.text("text"), Objects.requireNonNullElse(attachment.text("fallback"), "")))
                        .filter(words -> !words.isBlank())
                        .collect(Collectors.joining("\n"));
    }

    /** A message in a channel is answered in its thread, and so is in the conversation of that thread; in a chat with the bot it is not. */
    private static @Nullable String conversation(SlackChannel channel, @Nullable String thread, String ts) {
        return thread != null || channel.isPrivate() ? thread : ts;
    }

    /** The thread of a reply; null for the message that a thread began with. */
    static @Nullable String thread(PlatformObject message, @Nullable String ts) {
        String thread = ts(message, THREAD);
        return thread == null || thread.equals(ts) ? null : thread;
    }

    static @Nullable String ts(PlatformObject object, String member) {
        String ts = object.text(member);
        return ts != null && ts.matches("[0-9]{1,12}(\\.[0-9]{1,9})?") ? ts : null;
    }
}
