package dev.agenthost.im.chat.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects text and entities, and keeps the rules of nesting (https://core.telegram.org/bots/api#formatting-options). */
public final class FormattedTextBuilder {
    private final StringBuilder text = new StringBuilder();
    private final List<TextEntity> entities = new ArrayList<>();

    public int length() {
        return text.length();
    }

    public FormattedTextBuilder append(String more) {
        text.append(more);
        return this;
    }

    /** Ends the text with this number of line feeds, if there is a text. */
    public void breakLines(int count) {
        if (text.isEmpty()) {
            return;
        }
        int present = 0;
        while (present < text.length() && text.charAt(text.length() - 1 - present) == '\n') {
            present++;
        }
        text.repeat("\n", Math.max(0, count - present));
    }

    /**
     * Marks the text from an offset to its end. White space at both ends stays unmarked, except indentation of a code block. A style leaves
     * out the code within it.
     */
    public void mark(TextEntity.Type type, int from, @Nullable String value) {
        List<TextEntity> code = codeSince(from);
        int begin = from;
        int end = text.length();
        int unmarked = type == TextEntity.Type.PRE
                ? begin
                : code.isEmpty() ? end : code.getFirst().offset();
        while (begin < unmarked && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        while (begin < end && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        if (type.isStyle()) {
            for (TextEntity hole : code) {
                add(type, begin, Math.min(end, hole.offset()), value);
                begin = Math.max(begin, hole.end());
            }
        }
        add(type, begin, end, value);
    }

    private List<TextEntity> codeSince(int from) {
        Deque<TextEntity> code = new ArrayDeque<>();
        for (int i = entities.size() - 1; i >= 0 && entities.get(i).end() > from; i--) {
            if (entities.get(i).type().isCode()) {
                code.addFirst(entities.get(i));
            }
        }
        return List.copyOf(code);
    }

    private void add(TextEntity.Type type, int begin, int end, @Nullable String value) {
        if (begin < end) {
            entities.add(new TextEntity(type, begin, end - begin, value));
        }
    }

    /** Returns the text, and its entities in the order of Telegram: by offset, outer entities first. */
    public FormattedText build() {
        return new FormattedText(
                text.toString(),
                entities.stream()
                        .sorted(Comparator.comparingInt(TextEntity::offset)
                                .thenComparing(Comparator.comparingInt(TextEntity::length)
                                        .reversed())
                                .thenComparing(TextEntity::type))
                        .toList());
    }
}
