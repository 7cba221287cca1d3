package dev.agenthost.orchestrator.wire;

import org.jspecify.annotations.Nullable;

/**
 * Joins the texts of a connection to JSON documents. SDKs of generations 0.4 and of the specification send one document in several
 * messages of 64 KiB; a document is complete when its outermost bracket closes. Each character is read once. Thread-safe.
 */
final class MessageJoiner {
    /** The most characters of one document. */
    static final int LARGEST = 16 * 1024 * 1024;
    /** The longest wait for the next message, in nanoseconds. */
    static final long LONGEST_WAIT = 10_000_000_000L;
    /** The weight of one value of a document in characters, for the memory of its tree. */
    static final int VALUE_WEIGHT = 24;

    /**
     * A document, or a text that cannot become one.
     *
     * @param values the approximate number of objects, arrays and members, counted before parsing
     */
    record Document(String text, int values) {
        /** Returns the greater of the number of characters and the weight of the tree. */
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

    /** @return the document that the message completes; null while its end is missing */
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

    /** Returns true if the end of a document is missing. */
    synchronized boolean isWaiting() {
        return joined != null;
    }

    /** Drops a document that is too long, or whose next message does not arrive in time. @return true if there was one */
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

    /** Returns true if the message begins an object; every frame is an object. */
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
