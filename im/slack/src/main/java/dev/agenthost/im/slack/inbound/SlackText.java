package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message with names in the places of references. References are in angle brackets, and the three characters that have a
 * meaning are entities elsewhere (https://docs.slack.dev/messaging/formatting-message-text). Signs of emphasis stay as they are.
 *
 * @param text what a person reads; links are Markdown
 * @param isMention true if it mentions the bot, whose mention is left out with the space behind it
 * @param mentions facts of the other mentions
 */
record SlackText(String text, boolean isMention, List<ObjectNode> mentions) {
    private static final Pattern REFERENCE = Pattern.compile("<([^<>|]+)(?:\\|([^<>]*))?>");
    private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt);");
    private static final Map<String, String> CHARACTERS = Map.of("amp", "&", "lt", "<", "gt", ">");

    /** @param botUser the user of the bot; null if it is unknown: no mention is then recognised */
    static SlackText of(String raw, @Nullable String botUser) {
        ReferenceReader reader = new ReferenceReader(botUser);
        Matcher reference = REFERENCE.matcher(raw);
        int from = 0;
        while (reference.find()) {
            reader.text.append(unescaped(raw.substring(from, reference.start())));
            from = reference.end();
            boolean isLeftOut = reader.refer(unescaped(reference.group(1)), label(reference.group(2)));
            if (isLeftOut && from < raw.length() && raw.charAt(from) == ' ') {
                from++;
            }
        }
        reader.text.append(unescaped(raw.substring(from)));
        return new SlackText(reader.text.toString().strip(), reader.isMention, List.copyOf(reader.mentions));
    }

    private static @Nullable String label(@Nullable String raw) {
        return raw == null || raw.isBlank() ? null : unescaped(raw);
    }

    /** One pass, so that an escaped entity stays what the person wrote. */
    private static String unescaped(String raw) {
        return ENTITY.matcher(raw).replaceAll(entity -> Matcher.quoteReplacement(CHARACTERS.get(entity.group(1))));
    }

    private static final class ReferenceReader {
        private final StringBuilder text = new StringBuilder();
        private final List<ObjectNode> mentions = new ArrayList<>();
        private final @Nullable String botUser;
        private boolean isMention;

        ReferenceReader(@Nullable String botUser) {
            this.botUser = botUser;
        }

        /** Appends what a person reads. Returns true for the mention of the bot, which appends nothing. */
        boolean refer(String target, @Nullable String label) {
            String id = target.substring(1);
            switch (target.charAt(0)) {
                case '@' -> {
                    if (id.equals(botUser)) {
                        isMention = true;
                        return true;
                    }
                    mention("@" + (label == null ? id : label), "user_id", id);
                }
                case '#' -> text.append('#').append(label == null ? id : label);
                case '!' -> special(id, label);
                default -> link(target, label);
            }
            return false;
        }

        private void mention(String words, String member, String id) {
            text.append(words);
            mentions.add(
                    JsonNodeFactory.instance.objectNode().put("text", words).put(member, id));
        }

        private void special(String command, @Nullable String label) {
            String name = command.replaceFirst("\\^.*", "");
            switch (name) {
                case "here", "channel", "everyone" -> {
                    text.append('@').append(name);
                    mentions.add(JsonNodeFactory.instance
                            .objectNode()
                            .put("text", "@" + name)
                            .put("all", true));
                }
                case "subteam" -> {
                    String id = command.substring(Math.min(command.length(), "subteam^".length()));
                    mention(label == null ? "@" + id : "@" + label.replaceFirst("^@", ""), "group_id", id);
                }
                default -> text.append(label == null ? name : label);
            }
        }

        private void link(String url, @Nullable String label) {
            if (label == null || label.equals(url)) {
                text.append(url);
            } else if (url.equals("mailto:" + label) || url.equals("tel:" + label)) {
                text.append(label);
            } else {
                text.append('[')
                        .append(label.replaceAll("[\\[\\]]", "\\\\$0"))
                        .append("](")
                        .append(url.replace("(", "%28").replace(")", "%29").replace(" ", "%20"))
                        .append(')');
            }
        }
    }
}
