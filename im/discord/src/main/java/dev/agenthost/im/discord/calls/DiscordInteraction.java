package dev.agenthost.im.discord.calls;

/**
 * An interaction that waits for its response
 * (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object).
 *
 * @param id of the interaction
 * @param token admits to its response for 15 minutes, so it is not printed
 * @param type {@link #COMMAND}, {@link #COMPONENT}, {@link #AUTOCOMPLETE} or {@link #MODAL}
 */
public record DiscordInteraction(String id, String token, int type) {
    /** An application command. */
    public static final int COMMAND = 2;
    /** A button, or another component of a message. */
    public static final int COMPONENT = 3;
    /** A person types into a command. */
    public static final int AUTOCOMPLETE = 4;
    /** A submitted form. */
    public static final int MODAL = 5;

    @Override
    public String toString() {
        return "DiscordInteraction[" + id + "]";
    }
}
