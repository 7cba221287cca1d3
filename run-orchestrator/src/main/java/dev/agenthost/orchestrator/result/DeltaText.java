package dev.agenthost.orchestrator.result;

import org.jspecify.annotations.Nullable;

/**
 * The text of one open message, built from deltas that are increments or the accumulated text, and given out as increments.
 *
 * <p>Undeclared deltas count as accumulated as long as each begins with all that came before it; the first that does not settles
 * the question. Two increments of which the second begins with the first ("ha", "haha") look accumulated until a third comes:
 * a runner that must never be misread declares {@code delta_mode} or fills {@code all_content}. Where the increments given out
 * turn out not to make up the text, the closing message, which has all of it, replaces them.
 */
public final class DeltaText {
    /** At the end of a message of which no more could be kept: whoever reads it does not take it for the whole. */
    public static final String CUT = "\n… (cut: the message is longer than the host can keep)";

    /** A repetition of a text this long is the same text again, not the same words said twice. */
    private static final int LONG = 16;
    /** So often a delta began with all before it that the next which does not was rewritten, and no increment. */
    private static final int ENOUGH = 2;

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder given = new StringBuilder();
    /** All contents, one after the other, while it is open what they are. */
    private final StringBuilder joined = new StringBuilder();

    private DeltaMode mode;
    private int confirmations;
    /** Bytes of the text as far as it is built from increments; below zero where it has to be counted again. */
    private int bytes;

    private boolean full;

    public DeltaText(DeltaMode mode) {
        this.mode = mode;
    }

    /**
     * @param content the delta's text
     * @param all the accumulated text, where the delta carries it beside ({@code all_content})
     * @return what is new, to be shown after what was given out before; may be empty
     */
    public String add(String content, @Nullable String all) {
        if (all != null) {
            joined.setLength(0);
            remember(all);
            return accumulated(all);
        }
        return switch (mode) {
            case INCREMENT -> increment(content);
            case ACCUMULATED -> accumulated(content);
            case DETECT -> {
                remember(content);
                yield detected(content);
            }
        };
    }

    /** For the next message of the same runner: what was found out about its deltas stays found out. */
    DeltaText next() {
        return new DeltaText(mode);
    }

    /** Everything said so far in this message. */
    public String text() {
        return text.toString();
    }

    /** Whether more increments came than one result may hold: none is taken from then on, or it would stand in the wrong place. */
    boolean isFull() {
        return full;
    }

    /** Whether nothing was said so far. */
    boolean isSilent() {
        return text.isEmpty();
    }

    /** Of no use any more once it was confirmed twice: who accumulates would have his text here as often as he says it. */
    private void remember(String more) {
        if (mode == DeltaMode.DETECT && confirmations < ENOUGH) {
            joined.append(more);
        }
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
        becomes(all);
        if (all.length() <= given.length() || !begins(all, given)) {
            return "";
        }
        String fresh = all.substring(given.length());
        given.append(fresh);
        return fresh;
    }

    private void becomes(CharSequence said) {
        text.setLength(0);
        text.append(said);
        bytes = -1;
    }

    private static boolean begins(String all, StringBuilder with) {
        return all.length() >= with.length() && all.startsWith(with.toString());
    }

    private String detected(String content) {
        if (text.isEmpty()) {
            return increment(content);
        }
        boolean continues = begins(content, text);
        if (continues && (content.length() > text.length() || text.length() >= LONG)) {
            confirmed();
            return accumulated(content);
        }
        if (confirmations == 0) {
            settle(DeltaMode.INCREMENT);
            return increment(content);
        }
        if (confirmations >= ENOUGH) {
            settle(DeltaMode.ACCUMULATED);
            return accumulated(content);
        }
        return misread(content);
    }

    private void confirmed() {
        confirmations++;
        if (confirmations == ENOUGH) {
            forgetJoined();
        }
    }

    private void settle(DeltaMode found) {
        mode = found;
        forgetJoined();
    }

    private void forgetJoined() {
        joined.setLength(0);
        joined.trimToSize();
    }

    /** One coincidence made increments look accumulated. The text is all of them joined; the closing message repairs the rest. */
    private String misread(String content) {
        becomes(joined);
        settle(DeltaMode.INCREMENT);
        given.append(content);
        return content;
    }
}
