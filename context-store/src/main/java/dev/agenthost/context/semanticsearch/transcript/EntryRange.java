package dev.agenthost.context.semanticsearch.transcript;

import java.util.List;

/**
 * The next entries: new ones in ascending order, then older ones in descending order.
 *
 * @param above exclusive lower bound
 * @param last the last entry
 * @param isNew true if they are newer than the last step on the conversation
 */
public record EntryRange(long above, long last, boolean isNew) {
    /** Maximum of entries that one step reads, and that it embeds. */
    public static final int LONGEST = 1_000;

    public static final int MOST = 16;

    /** The bounds of the read entries after a step. */
    public record Bounds(long top, long bottom) {}

    public static EntryRange of(EntryClaim claim) {
        return claim.last() > claim.top()
                ? new EntryRange(claim.top(), Math.min(claim.last(), claim.top() + LONGEST), true)
                : new EntryRange(Math.max(0, claim.bottom() - LONGEST), claim.bottom(), false);
    }

    /** @param read entries without a vector, in the order of the range, {@value #MOST} at most */
    public Bounds after(EntryClaim claim, List<WaitingEntry> read) {
        boolean whole = read.size() < MOST;
        long end = whole ? 0 : read.getLast().seq();
        return isNew
                ? new Bounds(whole ? last : end, claim.bottom())
                : new Bounds(claim.top(), whole ? above : end - 1);
    }
}
