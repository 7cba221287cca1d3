package dev.agenthost.context.text;

/** PostgreSQL stores every character but one. */
public final class StoredText {
    /** Why a text is refused, to follow the name of its field. */
    public static final String WHY = "must not contain the character U+0000";

    private StoredText() {}

    /** Whether PostgreSQL can hold that text. */
    public static boolean fits(String text) {
        return text.indexOf('\0') < 0;
    }
}
