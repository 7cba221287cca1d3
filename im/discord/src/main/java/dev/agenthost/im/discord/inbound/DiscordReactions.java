package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps changed reactions (https://docs.discord.com/developers/events/gateway-events#message-reaction-add). */
final class DiscordReactions {
    private DiscordReactions() {}

    /** @param change {@code added} or {@code removed} */
    static DiscordMapping changed(DiscordEvent event, String change) {
        PlatformObject reaction = event.content();
        String channel = DiscordEvent.snowflake(reaction, DiscordEvent.CHANNEL);
        String message = DiscordEvent.snowflake(reaction, "message_id");
        String user = DiscordEvent.snowflake(reaction, "user_id");
        String emoji = emoji(reaction.object("emoji"));
        if (channel == null) {
            return event.withoutId(DiscordEvent.CHANNEL);
        }
        if (message == null) {
            return event.withoutId("message_id");
        }
        if (user == null) {
            return event.withoutId("user_id");
        }
        if (emoji == null) {
            return event.without("emoji", "an emoji");
        }
        PlatformObject member = reaction.object("member");
        PlatformObject account = member == null ? null : member.object("user");
        if (event.isBot(user)) {
            return event.ignored("The reaction is of the bot.");
        }
        if (account != null && account.node().path("bot").booleanValue()) {
            return event.ignored("The reaction is of a bot.");
        }
        ActorContext actor = DiscordEvent.person(account, member);
        DiscordEventBody built = DiscordEventBody.of(event, "message.reaction")
                .in(channel, DiscordEvent.snowflake(reaction, DiscordEvent.GUILD), message)
                .by(actor == null ? ActorContext.user(user, null) : actor)
                .about("message", message);
        for (String list : List.of("added", "removed")) {
            ArrayNode emojis = built.data().putArray(list);
            if (list.equals(change)) {
                emojis.add(emoji);
            }
        }
        return built.event();
    }

    /** Returns an emoji in the form in which a reaction is set: its characters, or {@code name:id} of one of a server. */
    private static @Nullable String emoji(@Nullable PlatformObject emoji) {
        String name = emoji == null ? null : emoji.name("name");
        String id = emoji == null ? null : DiscordEvent.snowflake(emoji, "id");
        // The name of an emoji that was deleted is absent.
        return id == null ? name : (name == null ? "_" : name) + ":" + id;
    }
}
