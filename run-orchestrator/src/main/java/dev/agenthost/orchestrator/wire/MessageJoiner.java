package dev.agenthost.orchestrator.wire;

import org.jspecify.annotations.Nullable;

/**
 * Joins the texts of a connection to JSON documents. SDKs of generations 0.4 and of the specification send one document in several
 * messages of 64 KiB; a document is whole when its outermost bracket closes. Each character is read once. Thread-safe.
 */
final class MessageJoiner {
    /** Characters of one document. */
    static final int LARGEST = 16 * 1024 * 1024;
    /** Longest wait for the next piece, in nanoseconds. */
    static final long LONGEST_WAIT = 10_000_000_000L;
    /** Characters that one value of a document weighs, however short it is written: a tree of it takes as much memory. */
    static final int VALUE_WEIGHT = 24;

    /**
     * A document, or a text that cannot become one.
     *
     * @param values objects, arrays and members, about; counted before anything is parsed
     */
    record Document(String text, int values) {
        /** Characters, or what its tree weighs where that is more. */
        int weight() {
            return (int) Math.min(Integer.MAX_VALUE, Math.max(text.length(), (long) VALUE_WEIGHT * values));
        }
    }

    private @Nullable StringBuilder joined;
    private long lastAt;
    private int depth;
    private boolean inText;
    private boolean escaped;
    private int values;

    /** @return the document that the piece completes; null while its end is missing */
    synchronized @Nullable Document add(String piece, long now) {
        StringBuilder before = joined;
        if (before == null && !begins(piece)) {
            return new Document(piece, 0);
        }
        scan(piece);
        if (depth <= 0) {
            Document document =
                    new Document(before == null ? piece : before.append(piece).toString(), values);
            reset();
            return document;
        }
        joined = (before == null ? new StringBuilder(2 * piece.length()) : before).append(piece);
        lastAt = now;
        return null;
    }

    /** True if the end of a document is missing. */
    synchronized boolean isWaiting() {
        return joined != null;
    }

    /** Drops a document that is too long, or whose next piece does not come. @return true if there was one */
    synchronized boolean drop(long now) {
        StringBuilder waiting = joined;
        if (waiting == null || waiting.length() <= LARGEST && now - lastAt <= LONGEST_WAIT) {
            return false;
        }
        reset();
        return true;
    }

    private void reset() {
        joined = null;
        depth = 0;
        inText = false;
        escaped = false;
        values = 0;
    }

    /** True if the piece begins an object; nothing else is a frame. */
    private static boolean begins(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c == '{';
            }
        }
        return false;
    }

    private void scan(String piece) {
        int end = piece.length();
        for (int i = 0; i < end; i++) {
            char c = piece.charAt(i);
            if (escaped) {
                escaped = false;
            } else if (inText) {
                inText = c != '"';
                escaped = c == '\\';
            } else {
                switch (c) {
                    case '"' -> inText = true;
                    case '{', '[' -> {
                        depth++;
                        values++;
                    }
                    case '}', ']' -> depth--;
                    case ',' -> values++;
                    default -> {}
                }
            }
        }
    }
}
