package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts the older part of a full window in short. */
public final class Compactor {
    private static final String TASK =
            "Put the conversation above in short for yourself: who the person is and wants, what was found out, decided"
                    + " and promised, names, numbers and open questions. Keep what was put in short before. Plain sentences, at most 400 words,"
                    + " in the language of the conversation, and nothing else.";

    private final Window.Bounds bounds;
    private final Function<List<Message>, Optional<String>> ask;

    /** @param ask what a model says to messages, empty where none can be had */
    public Compactor(Window.Bounds bounds, Function<List<Message>, Optional<String>> ask) {
        this.bounds = bounds;
        this.ask = ask;
    }

    /** The window itself while it is not full. */
    public Window fitting(Window window) {
        if (!window.isFull(bounds)) {
            return window;
        }
        List<Said> covered = window.toCover(bounds);
        if (covered.isEmpty()) {
            return window;
        }
        List<Message> question = new Window(window.checkpoint(), covered, window.shown()).messages(List.of());
        question.add(new Message("user", null, TextNode.valueOf(TASK), null, null, null, null));
        return ask.apply(question)
                .map(String::strip)
                .filter(summary -> !summary.isEmpty())
                .map(summary -> window.cut(covered, summary))
                .orElseGet(() -> window.without(covered));
    }
}
