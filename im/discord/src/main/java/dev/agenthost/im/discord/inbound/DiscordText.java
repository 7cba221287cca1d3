package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message with names in the places of references
 * (https://docs.discord.com/developers/reference#message-formatting-formats). Signs of emphasis and times stay as they are.
 *
 * @param text what a person reads
 * @param isMention true if it mentions the bot, whose mention is left out with the space behind it
 * @param mentions facts of the other mentions
 */
record DiscordText(String text, boolean isMention, List<ObjectNode> mentions) {
    private static final Pattern REFERENCE = Pattern.compile("<(?:(@&|@!?|#)([0-9]{1,20})|a?:(\\w{1,64}):[0-9]{1,20}"
            + "|/([^:<>\\n]{1,100}):[0-9]{1,20})>|@(everyone|here)\\b");

    /** @param botUser the account of the bot */
    static DiscordText of(PlatformObject message, String botUser) {
        String raw = message.text("content");
        if (raw == null) {
            return new DiscordText("", false, List.of());
        }
        ReferenceReader reader = new ReferenceReader(
                botUser, names(message), message.node().path("mention_everyone").booleanValue());
        Matcher reference = REFERENCE.matcher(raw);
        int from = 0;
        while (reference.find()) {
            reader.text.append(raw, from, reference.start());
            from = reference.end();
            boolean isLeftOut = reader.refer(reference);
            if (isLeftOut && from < raw.length() && raw.charAt(from) == ' ') {
                from++;
            }
        }
        reader.text.append(raw, from, raw.length());
        return new DiscordText(reader.text.toString().strip(), reader.isMention, List.copyOf(reader.mentions));
    }

    /** Returns the names of mentioned persons and channels by their ids. */
    private static Map<String, String> names(PlatformObject message) {
        Map<String, String> names = new HashMap<>();
        for (PlatformObject user : message.list("mentions")) {
            PlatformObject member = user.object("member");
            String nick = member == null ? null : member.name("nick");
            put(names, user, nick == null ? DiscordEvent.shownName(user) : nick);
        }
        for (PlatformObject channel : message.list("mention_channels")) {
            put(names, channel, channel.name("name"));
        }
        return names;
    }

    private static void put(Map<String, String> names, PlatformObject named, @Nullable String name) {
        String id = DiscordEvent.snowflake(named, "id");
        if (id != null && name != null) {
            names.put(id, name);
        }
    }

    private static final class ReferenceReader {
        private final StringBuilder text = new StringBuilder();
        private final List<ObjectNode> mentions = new ArrayList<>();
        private final String botUser;
        private final Map<String, String> names;
        private final boolean isOfEveryone;
        private boolean isMention;

        ReferenceReader(String botUser, Map<String, String> names, boolean isOfEveryone) {
            this.botUser = botUser;
            this.names = names;
            this.isOfEveryone = isOfEveryone;
        }

        /** Appends what a person reads. Returns true for the mention of the bot, which appends nothing. */
        boolean refer(Matcher reference) {
            String id = reference.group(2);
            String emoji = reference.group(3);
            String command = reference.group(4);
            if (id != null) {
                return refer(reference.group(1), id);
            }
            if (emoji != null) {
                text.append(':').append(emoji).append(':');
            } else if (command != null) {
                text.append('/').append(command);
            } else {
                everyone(reference.group());
            }
            return false;
        }

        private boolean refer(String sign, String id) {
            String name = names.getOrDefault(id, id);
            switch (sign) {
                case "#" -> text.append('#').append(name);
                case "@&" -> mention("@" + name).put("group_id", id);
                default -> {
                    if (id.equals(botUser)) {
                        isMention = true;
                        return true;
                    }
                    mention("@" + name).put("user_id", id);
                }
            }
            return false;
        }

        /** Without the permission to mention everyone, the words mention nobody. */
        private void everyone(String words) {
            if (isOfEveryone) {
                mention(words).put("all", true);
            } else {
                text.append(words);
            }
        }

        private ObjectNode mention(String words) {
            text.append(words);
            ObjectNode mention = JsonNodeFactory.instance.objectNode().put("text", words);
            mentions.add(mention);
            return mention;
        }
    }
}
