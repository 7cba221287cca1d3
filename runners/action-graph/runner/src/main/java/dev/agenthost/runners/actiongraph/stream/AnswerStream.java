package dev.agenthost.runners.actiongraph.stream;

import dev.agenthost.sdk.RunOutput;
import org.jspecify.annotations.Nullable;

/**
 * Shows the words of one output of a model to the person: deltas while it comes, and whole messages once its meaning is known. A shown
 * delta always belongs to a message. Not thread-safe.
 */
public final class AnswerStream {
    private final RunOutput out;
    private final boolean streams;
    private final CarrierFilter filter = new CarrierFilter();
    private final StringBuilder shown = new StringBuilder();

    /** @param streams false if the person sees whole messages only */
    public AnswerStream(RunOutput out, boolean streams) {
        this.out = out;
        this.streams = streams;
    }

    /** Takes the next words of the model. */
    public void add(String increment) {
        String text = streams ? filter.add(increment) : "";
        if (!text.isEmpty()) {
            shown.append(text);
            out.delta(text);
        }
    }

    /**
     * Ends an output that is an answer. The whole answer is sent with the end of the run, as one record: a run that dies in between would
     * say it twice.
     */
    public void answer(String text) {
        if (!text.startsWith(shown.toString())) {
            close();
        }
    }

    /**
     * Ends an output that is a declaration, or a broken one.
     *
     * @param note for the person; null if there is none
     */
    public void note(@Nullable String note) {
        String before = shown.toString().strip();
        close();
        if (note != null && !note.equals(before)) {
            out.message(note);
        }
    }

    private void close() {
        if (!shown.isEmpty()) {
            out.message(shown.toString());
            shown.setLength(0);
        }
    }
}
