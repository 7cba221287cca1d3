package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps events of the platform (https://developer.work.weixin.qq.com/document/path/90240). */
final class WeComEvents {
    /** Codes by which a card may be changed, and messages be read, once; another push of an event may have others. */
    static final List<String> CODES = List.of("ResponseCode", "Token");

    private static final String NAME = "Event";
    private static final String KEY = "EventKey";
    private static final int DIGEST_BYTES = 8;

    /** The sender of an event that no person causes. */
    private static final String SYSTEM = "sys";

    private WeComEvents() {}

    static WeComMapping event(PlatformObject event, WeComIdentity bot) {
        String name = event.text(NAME);
        String time = event.text(WeComInbound.TIME);
        String person = person(event);
        if (name == null || !name.matches(WeComInbound.TYPE_NAME)) {
            return WeComInbound.without(NAME, "the name of an event");
        }
        if (time == null || !time.matches(WeComEventBody.SECONDS)) {
            return WeComInbound.without(WeComInbound.TIME, "a number of seconds");
        }
        return switch (name) {
            case "subscribe" -> membership(event, name, "friend.added", person, bot);
            case "unsubscribe" -> membership(event, name, "friend.removed", person, bot);
            case "template_card_event" -> card(event, name, person, bot);
            case "template_card_menu_event" -> button(event, name, person, bot);
            default -> other(event, name, person, bot).event(List.of());
        };
    }

    private static WeComMapping membership(
            PlatformObject event, String name, String eventType, @Nullable String person, WeComIdentity bot) {
        return person == null
                ? WeComInbound.without(WeComInbound.PERSON, "an id")
                : body(event, eventType, name, bot)
                        .in(person)
                        .at(event)
                        .by(person)
                        .about("user", person)
                        .event(List.of());
    }

    private static WeComMapping card(PlatformObject event, String name, @Nullable String person, WeComIdentity bot) {
        Optional<ButtonKey> key = ButtonKey.read(Objects.requireNonNullElse(event.text(KEY), ""));
        if (key.isEmpty()) {
            return button(event, name, person, bot);
        }
        return person == null
                ? WeComInbound.without(WeComInbound.PERSON, "an id")
                : new WeComMapping.Press(key.get(), person);
    }

    /** A button of another card: its key and the chosen items are in {@code data.button}. */
    private static WeComMapping button(PlatformObject event, String name, @Nullable String person, WeComIdentity bot) {
        WeComEventBody built = other(event, name, person, bot);
        ObjectNode button = built.data().putObject("button");
        put(button, "key", event.text(KEY));
        put(button, "card_type", event.text("CardType"));
        PlatformObject selected = event.object("SelectedItems");
        if (selected != null) {
            button.set("selected_items", selected.node().deepCopy());
        }
        String task = event.id("TaskId");
        return (task == null ? built : built.about("card", task)).event(List.of());
    }

    /** Other events, those of later versions included: the raw payload has all that they say. */
    private static WeComEventBody other(PlatformObject event, String name, @Nullable String person, WeComIdentity bot) {
        String change = event.text("ChangeType");
        boolean isChange = change != null && change.matches(WeComInbound.TYPE_NAME);
        WeComEventBody built = body(event, EventTypes.PLATFORM_SPECIFIC, isChange ? name + "." + change : name, bot)
                .at(event);
        return person == null ? built : built.in(person).by(person);
    }

    private static WeComEventBody body(PlatformObject event, String eventType, String type, WeComIdentity bot) {
        return WeComEventBody.of(bot, id(event), eventType, type);
    }

    /**
     * Returns the id of an event, which has none of its own: sender and time, as the platform recommends
     * (https://developer.work.weixin.qq.com/document/path/90238), and the digest of all that it says, because a person or the system may cause
     * several events in one second.
     */
    private static String id(PlatformObject event) {
        ObjectNode lasting = event.node().deepCopy().without(CODES);
        byte[] digest = sha256().digest(lasting.toString().getBytes(StandardCharsets.UTF_8));
        String sender = Objects.requireNonNullElse(event.id(WeComInbound.PERSON), SYSTEM);
        return sender + ":" + event.text(WeComInbound.TIME) + ":"
                + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }

    private static @Nullable String person(PlatformObject event) {
        String sender = event.id(WeComInbound.PERSON);
        return SYSTEM.equals(sender) ? null : sender;
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
