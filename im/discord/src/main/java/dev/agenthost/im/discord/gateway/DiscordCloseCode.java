package dev.agenthost.im.discord.gateway;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The codes with which the platform closes a connection
 * (https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes). The page names those after which
 * no connection may follow, and for two of them a new session; that the session of a connection which was not authenticated is not resumed
 * is assumed. After any other code, and without one, the session is resumed
 * (https://docs.discord.com/developers/events/gateway#resuming).
 *
 * @param action permitted after the code
 * @param why a phrase for the log and the health of the bot
 */
public record DiscordCloseCode(Action action, String why) {
    /** The code with which the host closes a connection whose session it resumes; 1000 and 1001 would end the session. */
    public static final int RESUMABLE = 4000;

    /** The code of a connection that sent too much. */
    static final int RATE_LIMITED = 4008;

    private static final Map<Integer, DiscordCloseCode> CODES = Map.ofEntries(
            entry(4003, Action.IDENTIFY, "not authenticated"),
            entry(4004, Action.STOP, "the token is not accepted"),
            entry(4007, Action.IDENTIFY, "the sequence is invalid"),
            entry(4009, Action.IDENTIFY, "the session timed out"),
            entry(4010, Action.STOP, "the shard is invalid"),
            entry(4011, Action.STOP, "the bot is in too many servers for one connection"),
            entry(4012, Action.STOP, "the version of the API is invalid"),
            entry(4013, Action.STOP, "an intent is invalid"),
            entry(4014, Action.STOP, "an intent is not enabled in the settings of the application"));

    /** The next step. */
    public enum Action {
        /** A new connection continues the session. */
        RESUME,
        /** A new connection begins a session. */
        IDENTIFY,
        /** No connection: a person must change something before. */
        STOP
    }

    /** @param code null for a connection that ended without one */
    public static DiscordCloseCode of(@Nullable Integer code) {
        DiscordCloseCode known = code == null ? null : CODES.get(code);
        return known == null
                ? new DiscordCloseCode(Action.RESUME, code == null ? "the connection ended" : "code " + code)
                : known;
    }

    private static Map.Entry<Integer, DiscordCloseCode> entry(int code, Action action, String why) {
        return Map.entry(code, new DiscordCloseCode(action, code + ": " + why));
    }
}
