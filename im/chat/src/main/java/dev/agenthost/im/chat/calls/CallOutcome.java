package dev.agenthost.im.chat.calls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of a call of a platform's API. */
public sealed interface CallOutcome {

    /**
     * The call had its effect.
     *
     * @param messageId of the message that was sent or edited; null for other methods
     */
    record Accepted(@Nullable String messageId) implements CallOutcome {}

    /** The edit changed nothing: the message has this text already. */
    record NotModified() implements CallOutcome {}

    /** Too many calls; the call had no effect and may be made again after this time. */
    record RetryAfter(Duration delay) implements CallOutcome {}

    /** The group has another id since it became a supergroup; the call had no effect. */
    record Moved(long chatId) implements CallOutcome {}

    /**
     * The call had no effect and never will.
     *
     * @param code as in HTTP
     * @param description the platform's words
     */
    record Refused(int code, String description) implements CallOutcome {}

    /**
     * The server failed and answered that the call was unsuccessful: it had no effect and may be made again.
     *
     * @param code as in HTTP, 500 or more
     * @param description the platform's words
     */
    record Failed(int code, String description) implements CallOutcome {}

    /** The call may have had its effect: no answer came, or one that is not of the API. */
    record Unclear(String why) implements CallOutcome {}

    /**
     * The call was not made.
     *
     * @param why without the token
     * @param mayRepeat false if the settings or rules of the host forbid it, and will the next time
     */
    record NotSent(String why, boolean mayRepeat) implements CallOutcome {}
}
