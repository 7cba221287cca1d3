package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.List;

/** Maps changed reactions (https://docs.slack.dev/reference/events/reaction_added). */
final class SlackReactions {
    private SlackReactions() {}

    /** @param change {@code added} or {@code removed} */
    static SlackMapping changed(SlackEvent event, String change) {
        PlatformObject item = event.content().object("item");
        String reaction = event.content().id("reaction");
        String user = event.content().id(SlackEvent.USER);
        if (item == null || !"message".equals(item.text("type"))) {
            return SlackInbound.other(event);
        }
        SlackChannel channel = SlackChannel.of(item);
        String ts = SlackMessages.ts(item, SlackMessages.TS);
        if (channel == null) {
            return event.without("item.channel", "the id of a channel");
        }
        if (ts == null) {
            return event.without("item.ts", "the time of a message");
        }
        if (reaction == null) {
            return event.without("reaction", "the name of an emoji");
        }
        if (event.isBot(user)) {
            return event.ignored("The reaction is of the bot.");
        }
        SlackEventBody built = SlackEventBody.of(event, "message.reaction")
                .in(channel, null, ts, user)
                .by(SlackEvent.person(user))
                .about("message", ts);
        for (String list : List.of("added", "removed")) {
            ArrayNode emojis = built.data().putArray(list);
            if (list.equals(change)) {
                emojis.add(reaction);
            }
        }
        return built.event();
    }
}
