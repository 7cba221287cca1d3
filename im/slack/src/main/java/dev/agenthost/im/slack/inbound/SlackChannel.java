package dev.agenthost.im.slack.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel and its type: {@code channel}, {@code group} (a private channel), {@code im} or {@code mpim}
 * (https://docs.slack.dev/reference/events/message).
 */
record SlackChannel(String id, String type) {
    private static final List<String> TYPES = List.of("channel", "group", "im", "mpim");

    /** Returns the channel of an event; null if it has none. */
    static @Nullable SlackChannel of(PlatformObject event) {
        String id = event.id(SlackEvent.CHANNEL);
        return id == null ? null : new SlackChannel(id, type(id, event.text("channel_type")));
    }

    /** Returns a channel whose type its event does not name. */
    static SlackChannel of(String id) {
        return new SlackChannel(id, type(id, null));
    }

    boolean isPrivate() {
        return type.equals("im");
    }

    /** Events of members name the type by a letter, as the id does; {@code app_mention} does not name it. */
    private static String type(String id, @Nullable String named) {
        if (named != null && TYPES.contains(named)) {
            return named;
        }
        return switch (id.charAt(0)) {
            case 'D' -> "im";
            case 'G' -> "group";
            default -> "G".equals(named) ? "group" : "channel";
        };
    }
}
