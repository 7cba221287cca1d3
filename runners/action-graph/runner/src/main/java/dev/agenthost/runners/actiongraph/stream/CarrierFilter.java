package dev.agenthost.runners.actiongraph.stream;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Releases the streamed text of a model as it comes, and withholds it from the point at which a declaration may have begun: a labelled
 * block, a block or a line that begins with an object, a call in text, another element of the protocol, or a section of a declaration. The
 * released text is a prefix of the whole text and of its {@link dev.agenthost.actiongraph.markdown.VisibleText}. Not thread-safe.
 *
 * <pre>
 * LINE_START ──▶ TEXT ──newline──▶ LINE_START
 *     └─fence──▶ INFO ──▶ HEAD ──▶ CODE ──closing fence──▶ LINE_START
 *     └──────────┴─────────┴──▶ WITHHELD
 * </pre>
 */
final class CarrierFilter {
    /** The beginnings of elements that are not shown, in lower case. */
    private static final List<String> ELEMENTS =
            List.of("<tool_call", "</tool_call", "<node-request", "</node-request", "<turn", "</turn");

    /** The beginnings of labelled blocks within a line, in lower case. They are no blocks there, but a label is not shown. */
    private static final List<String> LABELS = List.of("```agent-protocol", "```json agent-protocol");

    /** The beginnings of declarations within a line, without blanks. */
    private static final List<String> OBJECTS = List.of("{\"kind\":\"act\"", "{\"type\":\"agent.protocol\"");

    /** A line that may still become a fence, also one inside of a list or a quotation. */
    private static final Pattern UNDECIDED = Pattern.compile("[ \\t>*+\\-0-9.)]*(`{0,2}|~{0,2})");

    private static final Pattern FENCE = Pattern.compile("[ \\t>*+\\-0-9.)]*(```|~~~)");
    private static final Pattern TOP_FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)", Pattern.DOTALL);
    private static final Pattern HEADING = Pattern.compile("#{1,6}( [A-Za-z0-9_.\\-]* *)?");
    /** An identifier with a dot or an underscore: one word is an ordinary heading, too. */
    private static final Pattern SECTION = Pattern.compile("#{1,6} [A-Za-z0-9\\-]+([._][A-Za-z0-9\\-]+)+\\s*");

    private enum State {
        LINE_START,
        TEXT,
        INFO,
        HEAD,
        CODE,
        WITHHELD
    }

    private final StringBuilder held = new StringBuilder();
    private final StringBuilder released = new StringBuilder();
    private final StringBuilder codeLine = new StringBuilder();
    private State state = State.LINE_START;
    private String fence = "";
    private boolean begun;

    /** Takes the next increment; returns the text that can be shown now, which may be empty. */
    String add(String increment) {
        released.setLength(0);
        for (int i = 0; i < increment.length() && state != State.WITHHELD; i++) {
            take(increment.charAt(i));
        }
        String text = released.toString();
        if (!begun && text.isBlank()) {
            held.insert(0, text);
            return "";
        }
        begun = true;
        return text;
    }

    private void take(char next) {
        held.append(next);
        switch (state) {
            case LINE_START -> lineStart(next);
            case TEXT -> text(next);
            case INFO -> info(next);
            case HEAD -> head(next);
            case CODE -> code(next);
            case WITHHELD -> {}
        }
    }

    private void lineStart(char next) {
        String line = line();
        if (FENCE.matcher(line).matches()) {
            state = State.INFO;
        } else if (line.stripLeading().startsWith("{") || SECTION.matcher(line).matches() && next == '\n') {
            state = State.WITHHELD;
        } else if (next == '\n') {
            release(State.LINE_START);
        } else if (!UNDECIDED.matcher(line).matches() && !HEADING.matcher(line).matches()) {
            state = State.TEXT;
            text(next);
        }
    }

    /** The current line; blank lines before it may be held, too. */
    private String line() {
        int end = held.length() - 1;
        return held.substring(held.lastIndexOf("\n", end - 1) + 1);
    }

    private void text(char next) {
        int mark = held.indexOf("`");
        String object = next == '\n' ? "" : object();
        boolean withholds = opens(held.lastIndexOf("<"), ELEMENTS) || opens(mark, LABELS) || OBJECTS.contains(object);
        boolean mayWithhold = mayOpen(held.lastIndexOf("<"), ELEMENTS)
                || mayOpen(mark, LABELS)
                || !object.isEmpty() && OBJECTS.stream().anyMatch(each -> each.startsWith(object));
        if (withholds) {
            state = State.WITHHELD;
        } else if (!mayWithhold) {
            release(next == '\n' ? State.LINE_START : State.TEXT);
        }
    }

    /** The held text from its last object on, without blanks; empty without an object. */
    private String object() {
        int from = held.lastIndexOf("{");
        return from < 0 ? "" : held.substring(from).replaceAll("\\s", "");
    }

    /** Returns true if the held text from there on is one of the beginnings. */
    private boolean opens(int from, List<String> beginnings) {
        return from >= 0 && beginnings.contains(held.substring(from).toLowerCase(Locale.ROOT));
    }

    /** Returns true if the held text from there on may become one of the beginnings. */
    private boolean mayOpen(int from, List<String> beginnings) {
        String tail = from < 0 ? "" : held.substring(from).toLowerCase(Locale.ROOT);
        return !tail.isEmpty() && beginnings.stream().anyMatch(each -> each.startsWith(tail));
    }

    private void info(char next) {
        if (next != '\n') {
            return;
        }
        var line = TOP_FENCE.matcher(line());
        if (!line.matches()) {
            state = State.WITHHELD;
            return;
        }
        fence = line.group(1);
        String info = line.group(2).strip();
        if (info.contains("agent-protocol") || info.equals("tool_call")) {
            state = State.WITHHELD;
        } else if (fence.startsWith("`") && info.contains("`")) {
            notFence(info.toLowerCase(Locale.ROOT));
        } else {
            state = State.HEAD;
        }
    }

    /** A line of text that begins with a span of code. */
    private void notFence(String line) {
        if (ELEMENTS.stream().anyMatch(line::contains)) {
            state = State.WITHHELD;
        } else {
            release(State.LINE_START);
        }
    }

    private void head(char next) {
        codeLine.append(next);
        if (next == '{') {
            state = State.WITHHELD;
        } else if (!Character.isWhitespace(next)) {
            release(State.CODE);
            codeLine.delete(0, codeLine.lastIndexOf("\n") + 1);
        }
    }

    private void code(char next) {
        codeLine.append(next);
        boolean isClosed = next == '\n' && isClosing(codeLine.toString());
        if (next == '\n') {
            codeLine.setLength(0);
        }
        release(isClosed ? State.LINE_START : State.CODE);
    }

    private boolean isClosing(String line) {
        String mark = line.strip();
        return mark.startsWith(fence)
                && mark.chars().allMatch(character -> character == fence.charAt(0))
                && !line.startsWith("    ");
    }

    private void release(State next) {
        released.append(held);
        held.setLength(0);
        state = next;
        if (next == State.LINE_START) {
            codeLine.setLength(0);
        }
    }
}
