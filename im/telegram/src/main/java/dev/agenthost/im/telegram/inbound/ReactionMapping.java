package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.protocol.event.ActorContext;
import java.util.List;

/** Maps changed reactions of a person (<a href="https://core.telegram.org/bots/api#messagereactionupdated">MessageReactionUpdated</a>). */
final class ReactionMapping {
    private static final String REACTION = "message.reaction";

    private ReactionMapping() {}

    static UpdateMapping mapped(TelegramUpdate update) {
        TelegramObject change = update.content();
        TelegramChat chat = TelegramChat.of(change.object("chat"));
        Long messageId = change.number("message_id");
        if (chat == null) {
            return update.without("chat", "a chat with an integer id and a type");
        }
        if (messageId == null) {
            return update.without("message_id", "an integer");
        }
        if (update.bot().isUser(change.object("user"))) {
            return update.ignored("The reaction is the bot's own.");
        }
        ActorContext user = TelegramActors.user(change.object("user"));
        EventBody event = EventBody.of(update, REACTION)
                .in(chat, TelegramThread.NONE, messageId)
                .at(change.number("date"))
                .by(user == null ? TelegramActors.chat(change.object("actor_chat")) : user)
                .about("message", messageId);
        List<String> before = names(change.list("old_reaction"));
        List<String> after = names(change.list("new_reaction"));
        add(event.data().putArray("added"), after, before);
        add(event.data().putArray("removed"), before, after);
        return event.event();
    }

    private static void add(ArrayNode to, List<String> all, List<String> without) {
        all.stream().filter(name -> !without.contains(name)).forEach(to::add);
    }

    /** Returns the emoji, or the type and id of a reaction that is none (https://core.telegram.org/bots/api#reactiontype). */
    private static List<String> names(List<TelegramObject> reactions) {
        return reactions.stream()
                .map(reaction -> {
                    String emoji = reaction.text("emoji");
                    String custom = reaction.text("custom_emoji_id");
                    return emoji != null
                            ? emoji
                            : custom != null ? "custom_emoji:" + custom : String.valueOf(reaction.text("type"));
                })
                .toList();
    }
}
