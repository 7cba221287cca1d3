package dev.agenthost.im.onebot.inbound;

import dev.agenthost.protocol.event.EventTypes;

/**
 * Maps requests (https://github.com/botuniverse/onebot-11/blob/master/event/request.md). The host grants none: {@code data.flag} is what a
 * call of the API that grants one needs.
 */
final class RequestEvents {
    private static final int LONGEST_ID = 200;

    private RequestEvents() {}

    static OneBotMapping mapped(OneBotEvent event) {
        OneBotObject request = event.content();
        String type = request.text("request_type");
        Long user = request.id("user_id");
        String flag = request.text("flag");
        if (type == null) {
            return event.without("request_type", "a text");
        }
        if (user == null) {
            return event.without("user_id", "a positive integer");
        }
        boolean isFriend = type.equals("friend");
        Long group = request.id("group_id");
        OneBotEventBody built = OneBotEventBody.of(
                        event, isFriend ? "friend.request_received" : EventTypes.PLATFORM_SPECIFIC)
                .in(!isFriend && group != null ? OneBotChat.group(group) : OneBotChat.person(user), null, null)
                .by(OneBotActors.user(request, "user_id"));
        if (flag != null) {
            built.about("request", flag.length() > LONGEST_ID ? flag.substring(0, LONGEST_ID) : flag);
            built.data().put("flag", flag);
        }
        String comment = request.text("comment");
        if (comment != null) {
            built.data().put("comment", comment);
        }
        return built.event();
    }
}
