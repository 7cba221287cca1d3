package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.message.Message;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One message to send.
 *
 * @param number counts from 1 over all attempts of the run; with the run id it is the idempotency key
 * @param text the text for a person
 * @param message the whole message; null for a failure, a placeholder, and a part that carries only enclosures
 * @param attachments artifacts and actions that the part carries, on surfaces that support them
 */
public record Part(
        int number, Kind kind, String text, @Nullable Message message, PartAttachments attachments) {

    /** Creates a part without enclosures. */
    public Part(int number, Kind kind, String text, @Nullable Message message) {
        this(number, kind, text, message, PartAttachments.NONE);
    }

    /** The kind of a part. */
    public enum Kind {
        MESSAGE,
        FAILURE,
        PLACEHOLDER;

        /** Returns the name on the wire. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
