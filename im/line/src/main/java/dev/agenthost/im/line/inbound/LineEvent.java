package dev.agenthost.im.line.inbound;

import dev.agenthost.im.chat.payload.PlatformObject;
import org.jspecify.annotations.Nullable;

/**
 * An event with its common properties (https://developers.line.biz/en/reference/messaging-api/#common-properties).
 *
 * @param id {@code webhookEventId}, the same for each redelivery
 * @param time seconds since 1970; 0 if it is unknown
 * @param source null for an event outside of chats
 * @param content the whole event
 */
record LineEvent(
        LineIdentity bot,
        String id,
        String type,
        long time,
        @Nullable LineSource source,
        PlatformObject content) {

    /** Returns the outcome for an event without a member that the platform always sends. */
    static LineMapping.Unreadable without(String member, String what) {
        return new LineMapping.Unreadable(member, "must be " + what);
    }

    LineMapping.Ignored ignored(String why) {
        return new LineMapping.Ignored(type, why);
    }

    /** Begins the body of an event in the chat of this one. */
    LineEventBody body(String eventType) {
        return body(eventType, type);
    }

    /** @param name the platform's name of the event */
    LineEventBody body(String eventType, String name) {
        LineEventBody built = LineEventBody.of(this, eventType, name);
        return source == null ? built : built.in(source).by(source.userId());
    }
}
