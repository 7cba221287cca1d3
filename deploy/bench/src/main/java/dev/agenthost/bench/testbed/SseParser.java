package dev.agenthost.bench.testbed;

import java.util.function.Consumer;

/** Parses server-sent events from chunks. */
final class SseParser {
    private static final String END = "\n\n";

    private final Consumer<StreamFrame> each;
    private String rest = "";

    SseParser(Consumer<StreamFrame> each) {
        this.each = each;
    }

    void add(String piece) {
        long now = System.nanoTime();
        var text = rest + piece;
        int from = 0;
        for (int end = text.indexOf(END); end >= 0; end = text.indexOf(END, from)) {
            one(text.substring(from, end), now);
            from = end + END.length();
        }
        rest = text.substring(from);
    }

    private void one(String event, long now) {
        var type = "";
        var data = "";
        for (var line : event.split("\n")) {
            if (line.startsWith("event:")) {
                type = line.substring("event:".length()).strip();
            } else if (line.startsWith("data:")) {
                data = line.substring("data:".length()).strip();
            }
        }
        if (!type.isEmpty()) {
            each.accept(new StreamFrame(type, data, now));
        }
    }
}
