package dev.agenthost.orchestrator.tool.networknt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Estimates the number of states of a pattern; a counted repetition is written out that often. */
final class PatternSize {
    private static final Pattern COUNTED = Pattern.compile("\\d{1,6}(?:,\\d{0,6})?|,\\d{1,6}");

    private final String pattern;
    private final Deque<Long> around = new ArrayDeque<>();
    private int at;
    private long size;
    private long last;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** @param most the limit at which the estimate stops */
    static boolean isBeyond(String pattern, int most) {
        PatternSize read = new PatternSize(pattern);
        while (read.at < pattern.length() && read.size <= most) {
            read.next();
        }
        return read.size > most;
    }

    private void next() {
        char c = pattern.charAt(at++);
        switch (c) {
            case '(' -> {
                around.push(size);
                size = 0;
                last = 0;
            }
            case ')' -> {
                last = size + 2;
                size = last + (around.isEmpty() ? 0 : around.pop());
            }
            case '{' -> repeated();
            case '[' -> {
                at = Math.max(at, endOfClass());
                one();
            }
            case '\\' -> {
                escaped();
                one();
            }
            default -> one();
        }
    }

    private void one() {
        last = 1;
        size++;
    }

    private void escaped() {
        boolean named = at < pattern.length() && "pPx".indexOf(pattern.charAt(at)) >= 0;
        at++;
        int end = named && at < pattern.length() && pattern.charAt(at) == '{' ? pattern.indexOf('}', at) : -1;
        at = end < 0 ? at : end + 1;
    }

    private int endOfClass() {
        int end = at + 1;
        while (end < pattern.length() && pattern.charAt(end) != ']') {
            end += pattern.charAt(end) == '\\' ? 2 : 1;
        }
        return end + 1;
    }

    private void repeated() {
        int end = pattern.indexOf('}', at);
        String counted = end < 0 ? "" : pattern.substring(at, end);
        if (!COUNTED.matcher(counted).matches()) {
            one();
            return;
        }
        long times = 1;
        for (String number : counted.split(",")) {
            times = Math.max(times, number.isEmpty() ? 1 : Long.parseLong(number));
        }
        at = end + 1;
        size += last * (times - 1);
        last *= times;
    }
}
