package dev.agenthost.gateway.intake.discord;

import dev.agenthost.im.chat.connection.AddressAnswer;
import org.jspecify.annotations.Nullable;

/** A message to the thread of a connection. */
sealed interface DiscordSignal {

    /** The answer to the request for an address. */
    record Addressed(AddressAnswer answer) implements DiscordSignal {}

    /** A text arrived over that socket. */
    record Text(DiscordSocket socket, String text) implements DiscordSignal {}

    /**
     * That socket ended, or could not be opened.
     *
     * @param code null for none
     * @param why one line
     */
    record Ended(DiscordSocket socket, @Nullable Integer code, String why) implements DiscordSignal {}

    /** An event is done with. */
    record Taken(String sessionId, long sequence, int bytes) implements DiscordSignal {}

    /** A record of the holder is stored, or not. */
    record Recorded(boolean isStored) implements DiscordSignal {}
}
