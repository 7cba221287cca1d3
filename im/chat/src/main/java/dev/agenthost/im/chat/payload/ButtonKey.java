package dev.agenthost.im.chat.payload;

import dev.agenthost.protocol.id.RunId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * The key of a button of a question, as a message of a platform carries it: {@code q.<run>.<action>.<token>}. A button needs no store: the
 * token names the question among those of its run.
 *
 * @param action the index of the action in the question
 * @param token of the question
 */
public record ButtonKey(RunId runId, int action, String token) {
    /** Longest key in bytes of UTF-8, which is the limit of Telegram (https://core.telegram.org/bots/api#inlinekeyboardbutton). */
    static final int LONGEST = 64;

    /** The member that has the key, where the value of a button is an object. */
    public static final String MEMBER = "agenthost";

    private static final String PREFIX = "q.";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /** Returns the text of the key; empty if the token is missing or too long. */
    public Optional<String> text() {
        ByteBuffer run = ByteBuffer.allocate(16)
                .putLong(runId.value().getMostSignificantBits())
                .putLong(runId.value().getLeastSignificantBits());
        String text = PREFIX + ENCODER.encodeToString(run.array()) + "." + action + "." + token;
        return token.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST
                ? Optional.empty()
                : Optional.of(text);
    }

    /** Reads the data of a pressed button; empty for that of another button. */
    public static Optional<ButtonKey> read(String data) {
        String[] parts = data.split("\\.", 4);
        if (parts.length < 4 || !data.startsWith(PREFIX) || parts[3].isEmpty()) {
            return Optional.empty();
        }
        try {
            ByteBuffer run = ByteBuffer.wrap(Base64.getUrlDecoder().decode(parts[1]));
            return run.remaining() == 16
                    ? Optional.of(new ButtonKey(
                            new RunId(new UUID(run.getLong(), run.getLong())),
                            Integer.parseUnsignedInt(parts[2]),
                            parts[3]))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
