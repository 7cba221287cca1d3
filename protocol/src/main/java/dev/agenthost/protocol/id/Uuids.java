package dev.agenthost.protocol.id;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.UUID;

/** Reads ids as strictly as we write them: {@link UUID#fromString} takes {@code 1-1-1-1-1} for one. */
final class Uuids {
    private Uuids() {}

    static UUID parse(String text, String what) {
        try {
            UUID id = UUID.fromString(text);
            if (id.toString().equalsIgnoreCase(text)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            // answered below, without repeating the text
        }
        throw new InvalidFieldException("", "is no " + what);
    }
}
