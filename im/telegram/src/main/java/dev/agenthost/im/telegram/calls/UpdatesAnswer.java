package dev.agenthost.im.telegram.calls;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;

/** The outcome of a call of {@code getUpdates} (<a href="https://core.telegram.org/bots/api#getupdates">getUpdates</a>). */
public sealed interface UpdatesAnswer {

    /** The oldest updates that are not confirmed, in their order; possibly none. */
    record Received(List<JsonNode> updates) implements UpdatesAnswer {
        public Received {
            updates = List.copyOf(updates);
        }
    }

    /** A webhook is set, or another process polls the bot. */
    record Conflict(String description) implements UpdatesAnswer {}

    /** Telegram does not know the token. */
    record Unauthorized(String description) implements UpdatesAnswer {}

    /** Too many calls; the call may be made again after this time. */
    record RetryAfter(Duration delay) implements UpdatesAnswer {}

    /** The answer is larger than the host reads; a smaller limit makes it smaller. */
    record TooLarge() implements UpdatesAnswer {}

    /** The call was not made, was refused, or had no answer that can be used. It confirms what it confirms: it may be repeated. */
    record Failed(String why) implements UpdatesAnswer {}
}
