package dev.agenthost.context.semanticsearch.transcript;

import java.util.List;

/**
 * The entries that are next: new ones first, the oldest of them first; then older ones, the newest of them first.
 *
 * @param above the first is the one behind it
 * @param upto the last
 * @param isNew whether they were said since the conversation was looked at
 */
public record EntryRange(long above, long upto, boolean isNew) {
    /** Entries that are looked at in one step, and that get vectors in one. */
    public static final int LONGEST = 1_000;

    public static final int MOST = 16;

    /** Up to where a conversation was looked at once a step is done. */
    public record Bounds(long top, long bottom) {}

    public static EntryRange of(EntryClaim claim) {
        return claim.last() > claim.top()
                ? new EntryRange(claim.top(), Math.min(claim.last(), claim.top() + LONGEST), true)
                : new EntryRange(Math.max(0, claim.bottom() - LONGEST), claim.bottom(), false);
    }

    /** @param taken those that lacked a vector, in the order of the stretch, {@value #MOST} at most */
    public Bounds after(EntryClaim claim, List<WaitingEntry> taken) {
        boolean whole = taken.size() < MOST;
        long end = whole ? 0 : taken.getLast().seq();
        return isNew
                ? new Bounds(whole ? upto : end, claim.bottom())
                : new Bounds(claim.top(), whole ? above : end - 1);
    }
}
