package dev.agenthost.bench.scale;

import java.util.ArrayList;
import java.util.List;

/**
 * A range of new entries of one conversation.
 *
 * @param conversation its number; {@value #LARGE} is the large one, which has a tenth of all entries
 * @param after the number of the last entry before the range
 * @param last the number of the last entry of the range
 */
record ConversationRange(long conversation, long after, long last) {
    static final long LARGE = 1;

    private static final int LARGE_OF = 10;
    private static final int LEAST = 100;
    private static final int SPREAD = 800;
    private static final int STEP = 37;

    long count() {
        return last - after;
    }

    boolean isLarge() {
        return conversation == LARGE;
    }

    /**
     * The ranges that bring the tables to a number of rows: a tenth goes to the large conversation, the others to new ones of 100
     * to 900.
     *
     * @param rows so far
     * @param conversations so far, numbered from 1
     */
    static List<ConversationRange> more(long rows, long conversations, long to) {
        var stretches = new ArrayList<ConversationRange>();
        long largeBefore = rows / LARGE_OF;
        long large = to / LARGE_OF;
        stretches.add(new ConversationRange(LARGE, largeBefore, large));
        long left = to - rows - (large - largeBefore);
        for (long next = Math.max(conversations, LARGE) + 1; left > 0; next++) {
            long size = Math.min(left, LEAST + next * STEP % SPREAD);
            stretches.add(new ConversationRange(next, 0, size));
            left -= size;
        }
        return stretches;
    }
}
