package dev.agenthost.context.semanticsearch.knowledge;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text at the best places: before a heading, else between paragraphs, lines, sentences (Chinese and Japanese ones too), words, and
 * else anywhere. Every character but blanks is in a chunk, the chunks are in order, and none is too large. The same text is always cut in
 * the same way, and a change moves no cut before it.
 */
public final class Chunker {
    private static final String ENDS_WIDE = "。！？；…";
    private static final String ENDS = ".!?;";

    private final String text;
    private final ChunkSizes sizes;
    private final Headings headings;
    private int start;
    private int done;

    private Chunker(String text, ChunkSizes sizes) {
        this.text = text;
        this.sizes = sizes;
        this.headings = Headings.of(text);
        this.start = skipBlanks(0);
        this.done = start;
    }

    public static Chunker of(String text, ChunkSizes sizes) {
        return new Chunker(text, sizes);
    }

    /** Returns all chunks at once; of a long text there are many. */
    public static List<Chunk> cut(String text, ChunkSizes sizes) {
        return of(text, sizes).next(Integer.MAX_VALUE);
    }

    /** Returns the next chunks, at most so many; none at the end. */
    public List<Chunk> next(int most) {
        List<Chunk> chunks = new ArrayList<>();
        while (done < text.length() && chunks.size() < most) {
            int end = end(start, done);
            add(chunks, start, end);
            done = skipBlanks(end);
            start = done < text.length() && !headings.beginsAt(done) ? back(start, done) : done;
        }
        return chunks;
    }

    private void add(List<Chunk> chunks, int start, int end) {
        int last = end;
        while (last > start && Character.isWhitespace(text.charAt(last - 1))) {
            last--;
        }
        if (last > start) {
            chunks.add(new Chunk(headings.above(start), start, last));
        }
    }

    /** Returns the end of the chunk that begins at {@code start} and must go beyond {@code done}. */
    private int end(int start, int done) {
        int furthest = Math.min(start + sizes.size(), text.length());
        int nearest = Math.max(start + sizes.size() / 2, done + 1);
        int soonest = Math.max(start + sizes.size() / 8, done + 1);
        for (int offset = soonest; offset < furthest; offset++) {
            if (headings.beginsAt(offset)) {
                return offset;
            }
        }
        if (furthest == text.length()) {
            return furthest;
        }
        int best = furthest;
        int rank = -1;
        for (int offset = furthest; offset >= nearest; offset--) {
            int here = rank(offset);
            if (here > rank) {
                rank = here;
                best = offset;
            }
        }
        return rank < 0 ? whole(Math.max(furthest, done + 1)) : best;
    }

    /** Returns the start of the next chunk, so that it overlaps the one before: by whole sentences or words, if there are any. */
    private int back(int before, int done) {
        int earliest = Math.max(done - sizes.overlap(), before + 1);
        int best = done;
        int rank = 0;
        for (int offset = earliest; offset < done; offset++) {
            int here = Math.min(rank(offset), SENTENCE);
            if (here > rank) {
                rank = here;
                best = offset;
            }
        }
        return skipBlanks(best);
    }

    private static final int PARAGRAPH = 4;
    private static final int LINE = 3;
    private static final int SENTENCE = 2;
    private static final int WORD = 1;

    /** Ranks a cut before that character; -1 if the text must not be cut there. */
    private int rank(int offset) {
        if (offset >= text.length()) {
            return PARAGRAPH;
        }
        char before = text.charAt(offset - 1);
        char after = text.charAt(offset);
        if (Character.isLowSurrogate(after) && Character.isHighSurrogate(before)) {
            return -1;
        }
        if (before == '\n') {
            return offset > 1 && text.charAt(offset - 2) == '\n' ? PARAGRAPH : LINE;
        }
        if (ENDS_WIDE.indexOf(before) >= 0) {
            return SENTENCE;
        }
        if (Character.isWhitespace(before)) {
            return offset > 1 && ENDS.indexOf(text.charAt(offset - 2)) >= 0 ? SENTENCE : WORD;
        }
        return wide(before) || wide(after) ? WORD : 0;
    }

    /** Returns the nearest place that splits no surrogate pair. */
    private int whole(int offset) {
        return offset < text.length() && rank(offset) < 0 ? offset - 1 : offset;
    }

    private static boolean wide(char c) {
        return Character.isIdeographic(c) || c >= '\u3040' && c <= '\u30ff' || c >= '\uac00' && c <= '\ud7a3';
    }

    private int skipBlanks(int from) {
        int offset = from;
        while (offset < text.length() && Character.isWhitespace(text.charAt(offset))) {
            offset++;
        }
        return offset;
    }
}
