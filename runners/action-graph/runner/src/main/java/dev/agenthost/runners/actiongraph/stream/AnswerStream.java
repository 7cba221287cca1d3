package dev.agenthost.runners.actiongraph.stream;

import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.actiongraph.markdown.IncompleteAnswer;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.runners.actiongraph.execution.Announcement;
import dev.agenthost.sdk.RunOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows the words of one output of a model to the person: deltas while it comes, and whole messages once its meaning is known. A shown
 * delta always belongs to a message. Not thread-safe.
 */
public final class AnswerStream {
    private final RunOutput out;
    private final boolean streams;
    private CarrierFilter filter = new CarrierFilter();
    private final AnswerMember member = new AnswerMember();
    private final StringBuilder shown = new StringBuilder();
    private final StringBuilder received = new StringBuilder();
    private boolean isOfCall;
    private boolean hasCall;

    /** @param streams false if the person sees whole messages only */
    public AnswerStream(RunOutput out, boolean streams) {
        this.out = out;
        this.streams = streams;
    }

    /** Takes the next words of the model. */
    public void add(String increment) {
        received.append(increment);
        if (streams && !isOfCall) {
            show(filter.add(increment));
        }
    }

    /**
     * Takes the next part of the arguments of a native call: the answer in a call streams as text does. Text beside of it is not shown.
     *
     * @param number number of the call, from 0
     * @param name the function
     */
    public void addCall(int number, String name, String increment) {
        hasCall = true;
        boolean mayAnswer = number == 0 && name.equals(NativeToolCall.PROTOCOL_OUTPUT);
        if (!streams || !mayAnswer || !isOfCall && !shown.isEmpty()) {
            return;
        }
        String text = member.add(increment);
        if (!text.isEmpty()) {
            if (!isOfCall) {
                // Text before the call may be held back in the middle of a line.
                filter = new CarrierFilter();
                isOfCall = true;
            }
            show(filter.add(text));
        }
    }

    /** The text that the model has sent so far, with what is withheld. */
    public String received() {
        return received.toString();
    }

    /** Returns true if a native call has begun. */
    public boolean hasCall() {
        return hasCall;
    }

    private void show(String text) {
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
     * Ends an output that is executed by no graph, such as a broken one.
     *
     * @param note for the person; null if there is none
     */
    public void note(@Nullable String note) {
        announcement(note).send();
    }

    /**
     * Ends an output that is a declaration; its messages are the shown text and the note.
     *
     * @param note for the person; null if there is none
     */
    public Announcement announcement(@Nullable String note) {
        endReasoning();
        List<String> messages = new ArrayList<>();
        if (!shown.isEmpty()) {
            messages.add(shown.toString());
        }
        if (note != null
                && !note.equals(VisibleText.label(PrivateReasoning.without(shown.toString()))
                        .strip())) {
            messages.add(note);
        }
        shown.setLength(0);
        return new Announcement(messages, out::message);
    }

    /**
     * Ends an output that is no answer and that the provider has not finished. An answer in a call says so; words before a declaration are
     * whole.
     *
     * @param reason of the provider, or {@link IncompleteAnswer#ERROR}
     */
    public void refuse(String reason) {
        if (isOfCall) {
            cutOff(reason);
        } else {
            note(null);
        }
    }

    /**
     * Ends an output that the provider has not finished: its words are a message that says so.
     *
     * @param reason of the provider, or {@link IncompleteAnswer#ERROR}
     */
    public void cutOff(String reason) {
        endReasoning();
        String words = shown.toString();
        if (!PrivateReasoning.without(words).isBlank()) {
            shown.setLength(0);
            shown.append(new IncompleteAnswer(words, reason).marked());
        }
        close();
    }

    /** Ends private reasoning of which the rest is withheld, such as a declaration within it. */
    private void endReasoning() {
        if (PrivateReasoning.isOpen(shown.toString())) {
            show("\n</think>\n");
        }
    }

    private void close() {
        endReasoning();
        if (!shown.isEmpty()) {
            out.message(shown.toString());
            shown.setLength(0);
        }
    }
}
