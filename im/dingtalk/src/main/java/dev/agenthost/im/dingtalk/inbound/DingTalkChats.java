package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps events of the platform, above all those of groups
 * (https://open.dingtalk.com/document/development/group-session-add-persons and the pages beside it).
 */
final class DingTalkChats {
    private static final String ID = "eventId";
    private static final String TYPE = "eventType";
    private static final String GROUP = "openConversationId";

    private DingTalkChats() {}

    /** @param id the same for each repetition */
    private record Occurrence(DingTalkIdentity bot, String id, String type, PlatformObject root, PlatformObject data) {
        DingTalkEventBody body(String eventType) {
            return DingTalkEventBody.of(bot, id, eventType, type).at(root, "eventBornTime");
        }

        DingTalkMapping.Unreadable without(String member, String what) {
            return DingTalkInbound.without("data." + member, what);
        }
    }

    static DingTalkMapping event(PlatformObject root, DingTalkIdentity bot) {
        String id = root.id(ID);
        String type = root.text(TYPE);
        PlatformObject data = root.object("data");
        if (id == null) {
            return DingTalkInbound.without(ID, "an id");
        }
        if (type == null || !type.matches("[A-Za-z0-9_.]{1,128}")) {
            return DingTalkInbound.without(TYPE, "the name of a type");
        }
        if (!bot.accepts(root.text("eventCorpId"))) {
            return DingTalkInbound.ofAnotherOrganization("eventCorpId");
        }
        if (data == null) {
            return DingTalkInbound.without("data", "an object");
        }
        String robotCode = data.text("robotCode");
        return robotCode == null || robotCode.equals(bot.robotCode())
                ? mapped(new Occurrence(bot, id, type, root, data))
                : new DingTalkMapping.Ignored(type, "The event is of another robot of the app.");
    }

    private static DingTalkMapping mapped(Occurrence event) {
        return switch (event.type()) {
            case "chat_add_member" -> members(event, "group.member_joined");
            case "chat_remove_member" -> members(event, "group.member_left");
            case "chat_quit" -> quit(event);
            case "chat_update_title", "chat_update_owner" -> updated(event);
            case "im_cool_app_install" -> changed(event, "bot.invited_to_group");
            case "im_cool_app_uninstall", "chat_disband" -> changed(event, "bot.removed_from_group");
            default -> other(event);
        };
    }

    /** One event names all members that joined or left together; the first one is its subject. */
    private static DingTalkMapping members(Occurrence event, String eventType) {
        List<String> users = ids(event.data(), "userId");
        List<String> members = users.isEmpty() ? ids(event.data(), "unionId") : users;
        return members.isEmpty() ? event.without("userId", "an array of ids") : members(event, eventType, members);
    }

    private static DingTalkMapping quit(Occurrence event) {
        String person = event.data().id("operator");
        return person == null
                ? event.without("operator", "an id")
                : members(event, "group.member_left", List.of(person));
    }

    private static DingTalkMapping members(Occurrence event, String eventType, List<String> members) {
        String group = event.data().id(GROUP);
        if (group == null) {
            return event.without(GROUP, "an id");
        }
        ActorContext operator = operator(event.data());
        DingTalkEventBody built = event.body(eventType)
                .in(DingTalkConversation.group(group, null))
                .by(operator == null ? person(members.getFirst(), null) : operator)
                .about("membership", members.getFirst());
        ArrayNode ids = built.data().putArray("member_ids");
        members.forEach(ids::add);
        return built.event();
    }

    private static DingTalkMapping updated(Occurrence event) {
        String group = event.data().id(GROUP);
        if (group == null) {
            return event.without(GROUP, "an id");
        }
        DingTalkEventBody built = event.body("group.info_updated")
                .in(DingTalkConversation.group(group, null))
                .titled(event.data().name("title"))
                .by(operator(event.data()))
                .about(DingTalkEventBody.GROUP, group);
        String changed = event.type().equals("chat_update_owner") ? "owner" : "title";
        built.data().putArray("changed").add(changed);
        String owner = event.data().id("owner");
        if (owner != null) {
            built.data().put("owner_id", owner);
        }
        return built.event();
    }

    private static DingTalkMapping changed(Occurrence event, String eventType) {
        String group = event.data().id(GROUP);
        return group == null
                ? event.without(GROUP, "an id")
                : event.body(eventType)
                        .in(DingTalkConversation.group(group, null))
                        .by(operator(event.data()))
                        .about(DingTalkEventBody.GROUP, group)
                        .event();
    }

    /** Other events, those of later versions included: the raw payload has all that they say. */
    private static DingTalkMapping other(Occurrence event) {
        return event.body(EventTypes.PLATFORM_SPECIFIC)
                .by(operator(event.data()))
                .event();
    }

    private static @Nullable ActorContext operator(PlatformObject data) {
        String id = data.id("operator");
        return id == null ? null : person(id, data.id("operatorUnionId"));
    }

    private static ActorContext person(String id, @Nullable String unionId) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        if (unionId != null) {
            metadata.put("union_id", unionId);
        }
        return new ActorContext("user", id, null, metadata);
    }

    private static List<String> ids(PlatformObject data, String name) {
        List<String> ids = new ArrayList<>();
        for (JsonNode element : data.node().path(name)) {
            PlatformObject one =
                    new PlatformObject(JsonNodeFactory.instance.objectNode().set("id", element));
            String id = one.id("id");
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }
}
