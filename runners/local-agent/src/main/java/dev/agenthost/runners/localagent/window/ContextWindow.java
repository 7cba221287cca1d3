package dev.agenthost.runners.localagent.window;

import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.ImageLoader;
import dev.agenthost.runners.localagent.picture.VisibleImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of the conversation that the model receives: a checkpoint, and all messages since. A turn only appends to it, so a
 * model's prompt cache stays valid until the next checkpoint.
 */
public record ContextWindow(Optional<Checkpoint> checkpoint, List<HistoryMessage> entries, MessageReplacements shown) {
    /**
     * Limits of a window.
     *
     * @param entries at which it is cut
     * @param size at which it is cut, of all texts together
     * @param measure of the size
     * @param kept entries that stay after a cut
     */
    public record Bounds(int entries, int size, SizeMeasure measure, int kept) {
        public Bounds {
            if (kept < 0 || kept >= entries) {
                throw new IllegalArgumentException("A reduction must remove at least one message");
            }
        }

        /** The limit of the prompt that requests a summary: three quarters of a model's context, of which the size is half. */
        int question() {
            return size + size / 2;
        }
    }

    public ContextWindow {
        entries = List.copyOf(entries);
    }

    /** The messages: prompt, checkpoint, entries, in this order. */
    public List<Message> messages(List<Message> prompt, VisibleImages sight) {
        List<Message> messages = new ArrayList<>(prompt);
        checkpoint.ifPresent(before -> messages.add(before.message()));
        entries.forEach(entry -> messages.add(entry.message(shown.inPlaceOf(entry), sight)));
        return messages;
    }

    /** Returns true if a limit is reached; half of the capacity for images is reserved for the next message. */
    public boolean isFull(Bounds bounds) {
        return entries.size() >= bounds.entries()
                || size(entries, bounds.measure()) >= bounds.size()
                || areMoreThan(2, entries);
    }

    /** The entries that a new checkpoint must cover; the others stay. */
    public List<HistoryMessage> toCover(Bounds bounds) {
        int from = Math.max(0, entries.size() - bounds.kept());
        while (from < entries.size() && isMuch(entries.subList(from, entries.size()), bounds)) {
            from++;
        }
        return entries.subList(0, from);
    }

    /** The window with a summary of the covered entries. */
    public ContextWindow cut(List<HistoryMessage> covered, String summary) {
        List<HistoryMessage> left = entries.subList(covered.size(), entries.size());
        return new ContextWindow(
                Optional.of(new Checkpoint(summary, covered.getLast().seq())), left, shown.within(left));
    }

    /** The window without the covered entries, for a turn in which no summary could be made. */
    public ContextWindow without(List<HistoryMessage> covered) {
        return new ContextWindow(checkpoint, entries.subList(covered.size(), entries.size()), shown);
    }

    private boolean isMuch(List<HistoryMessage> left, Bounds bounds) {
        return size(left, bounds.measure()) > bounds.size() / 2 || areMoreThan(4, left);
    }

    private int size(List<HistoryMessage> some, SizeMeasure measure) {
        return some.stream()
                .mapToInt(entry -> measure.of(text(entry)) + entry.attached().pictures() * measure.ofPicture())
                .sum();
    }

    /** The text of a message, with the texts for its attachments. */
    String text(HistoryMessage entry) {
        return entry.message(shown.inPlaceOf(entry), VisibleImages.NONE).plainText();
    }

    /** Returns true if their images exceed a share of the capacity of one request. */
    private static boolean areMoreThan(int share, List<HistoryMessage> some) {
        return some.stream().mapToInt(entry -> entry.attached().pictures()).sum() > ImageLoader.MOST / share
                || some.stream().mapToLong(entry -> entry.attached().weight()).sum() > ImageLoader.MOST_BYTES / share;
    }
}
