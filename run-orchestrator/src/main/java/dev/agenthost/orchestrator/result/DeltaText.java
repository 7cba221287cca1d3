package dev.agenthost.orchestrator.result;

import org.jspecify.annotations.Nullable;

/**
 * The text of one open message, built from deltas that are increments or the accumulated text, and given out as increments.
 *
 * <p>A delta that carries {@code all_content} declares by itself that it is accumulated; every other is what the runner's {@link
 * DeltaMode} says. Where accumulated text is rewritten, the increments given out do not make up the text: the closing message, which
 * has all of it, replaces them.
 */
public final class DeltaText {
    /** The end of a message that was cut, so that no reader takes it for the whole. */
    public static final String CUT = "\n… (cut: the message is longer than the host can keep)";

    private final DeltaMode mode;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder given = new StringBuilder();
    /** Bytes of the text as far as it is built from increments; below zero where it has to be counted again. */
    private int bytes;

    private boolean full;

    public DeltaText(DeltaMode mode) {
        this.mode = mode;
    }

    /**
     * @param content the delta's text
     * @param all the accumulated text, where the delta also has it ({@code all_content})
     * @return the new text, to be shown after the earlier increments; may be empty
     */
    public String add(String content, @Nullable String all) {
        if (all != null) {
            return accumulated(all);
        }
        return switch (mode) {
            case INCREMENT -> increment(content);
            case ACCUMULATED -> accumulated(content);
        };
    }

    /** Returns an empty text for the next message of the same runner. */
    DeltaText next() {
        return new DeltaText(mode);
    }

    /** The whole text of this message so far. */
    public String text() {
        return text.toString();
    }

    /**
     * Returns true if there were more increments than one result may hold. From then on none is taken, as it would be in the wrong place.
     */
    boolean isFull() {
        return full;
    }

    /** Returns true if no text came so far. */
    boolean isSilent() {
        return text.isEmpty();
    }

    private String increment(String content) {
        bytes = (bytes < 0 ? ResultSize.bytesOf(text) : bytes) + ResultSize.bytesOf(content);
        full |= bytes > ResultSize.MOST_BYTES;
        if (full) {
            return "";
        }
        text.append(content);
        given.append(content);
        return content;
    }

    private String accumulated(String all) {
        text.setLength(0);
        text.append(all);
        bytes = -1;
        if (all.length() <= given.length() || !all.startsWith(given.toString())) {
            return "";
        }
        String fresh = all.substring(given.length());
        given.append(fresh);
        return fresh;
    }
}
