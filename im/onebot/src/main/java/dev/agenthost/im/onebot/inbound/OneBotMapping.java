package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The outcome of an event of OneBot. */
public sealed interface OneBotMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     */
    record Event(ObjectNode body, List<OneBotFile> files) implements OneBotMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A valid event that is none of the host. It is acknowledged.
     *
     * @param type for instance {@code meta_event.heartbeat}
     * @param why a sentence without content of the event
     */
    record Ignored(String type, String why) implements OneBotMapping {}

    /**
     * Something that is no event of OneBot.
     *
     * @param field the path of the invalid member; {@code $} for the whole body
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements OneBotMapping {}
}
