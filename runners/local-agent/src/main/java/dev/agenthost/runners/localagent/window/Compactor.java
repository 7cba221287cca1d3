package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Summarizes the older part of a full window. */
public final class Compactor {
    private static final String TASK =
            "Put the conversation above in short for yourself: who the person is and wants, what was found out, decided"
                    + " and promised, names, numbers and open questions. Keep what was put in short before. Plain sentences, at most 400 words,"
                    + " in the language of the conversation, and nothing else.";

    private final ContextWindow.Bounds bounds;
    private final Function<List<Message>, Optional<String>> ask;

    /** @param ask returns a model's answer to messages, empty if no model is available */
    public Compactor(ContextWindow.Bounds bounds, Function<List<Message>, Optional<String>> ask) {
        this.bounds = bounds;
        this.ask = ask;
    }

    /** Returns a window within the bounds: the window itself while it is not full. */
    public ContextWindow fitting(ContextWindow window) {
        if (!window.isFull(bounds)) {
            return window;
        }
        List<HistoryMessage> covered = window.toCover(bounds);
        if (covered.isEmpty()) {
            return window;
        }
        return ask.apply(question(window, covered))
                .map(String::strip)
                .filter(summary -> !summary.isEmpty())
                .map(summary -> window.cut(covered, summary))
                .orElseGet(() -> window.without(covered));
    }

    /**
     * The earlier summary and the newest of the covered messages, as much as the model can read: it may be smaller than the model
     * for which the window grew. A message that is too long by itself is cut to its end.
     */
    private List<Message> question(ContextWindow window, List<HistoryMessage> covered) {
        SizeMeasure measure = bounds.measure();
        Deque<Message> question = new ArrayDeque<>();
        question.add(new Message("user", null, TextNode.valueOf(TASK), null, null, null, null));
        int room = Math.max(1, bounds.question() - measure.of(TASK));
        Optional<Message> before = window.checkpoint().map(cut -> cut.within(room / 2));
        int left = room - before.map(Message::plainText).map(measure::of).orElse(0);
        for (HistoryMessage entry : covered.reversed()) {
            String shown = window.text(entry);
            boolean isFirst = question.size() == 1;
            if (measure.of(shown) > left && !isFirst) {
                break;
            }
            String fitting = measure.of(shown) > left ? end(shown, left) : shown;
            question.addFirst(entry.words(fitting));
            left -= measure.of(fitting);
        }
        before.ifPresent(question::addFirst);
        return List.copyOf(question);
    }

    /** The end of a text; a character counts at most one in every measure. */
    private static String end(String text, int most) {
        int from = text.length() - Math.clamp(most, 1, text.length());
        return text.substring(Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from);
    }
}
