package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The mentions of a message. Its content has a key such as {@code @_user_1} in the place of each, and {@code @_all} for all members
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/im-v1/message/events/message_content).
 *
 * @param isOfBot true if one of them is of the bot
 */
record LarkMentions(boolean isOfBot, Map<String, Mention> byKey) {
    static final String ALL = "@_all";

    private static final Pattern KEY = Pattern.compile("@_(user_\\d{1,4}|all)(?![A-Za-z0-9_])");

    /** @param openId null if the event has none */
    record Mention(String name, @Nullable String openId, boolean isBot) {}

    static LarkMentions of(PlatformObject message, LarkIdentity bot) {
        Map<String, Mention> byKey = new LinkedHashMap<>();
        boolean isOfBot = false;
        for (PlatformObject mention : message.list("mentions")) {
            String key = mention.text("key");
            if (key != null && KEY.matcher(key).matches()) {
                String openId = LarkEvent.openId(mention, "id");
                boolean isBot = openId != null && openId.equals(bot.openId());
                isOfBot |= isBot;
                String name = Objects.requireNonNullElse(mention.name("name"), key.substring(2));
                byKey.put(key, new Mention(name, openId, isBot));
            }
        }
        return new LarkMentions(isOfBot, byKey);
    }

    /** Returns the text with names in the places of keys, and without mentions of the bot and the space behind each. */
    String named(String text) {
        Matcher key = KEY.matcher(text);
        StringBuilder named = new StringBuilder();
        int from = 0;
        while (key.find()) {
            named.append(text, from, key.start());
            from = key.end();
            Mention mention = byKey.get(key.group());
            if (mention == null) {
                named.append(key.group().equals(ALL) ? "@all" : key.group());
            } else if (!mention.isBot()) {
                named.append('@').append(mention.name());
            } else if (from < text.length() && text.charAt(from) == ' ') {
                from++;
            }
        }
        return named.append(text, from, text.length()).toString();
    }

    /** Returns the facts of the mentions of others. */
    List<ObjectNode> facts(boolean isAllMentioned) {
        List<ObjectNode> facts = new ArrayList<>();
        byKey.values().stream().filter(mention -> !mention.isBot()).forEach(mention -> {
            ObjectNode fact = JsonNodeFactory.instance.objectNode().put("text", "@" + mention.name());
            facts.add(mention.openId() == null ? fact : fact.put("user_id", mention.openId()));
        });
        if (isAllMentioned && !byKey.containsKey(ALL)) {
            facts.add(JsonNodeFactory.instance.objectNode().put("text", "@all").put("all", true));
        }
        return facts;
    }
}
