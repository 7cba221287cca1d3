package dev.agenthost.runners.actiongraph.stream;

/**
 * Reads the arguments of a native call as they come, and releases the text of {@code message} once {@code kind} is {@code answer} or
 * {@code done}. A message before its kind is held back. Whatever is not such an object releases nothing; the complete call is read anew.
 * Not thread-safe.
 *
 * <pre>
 * START ──{──▶ NAME ──▶ COLON ──▶ VALUE ──▶ STRING | NESTED | LITERAL ──,──▶ NAME
 *                                                        └──}──▶ END
 * </pre>
 */
final class AnswerMember {
    private static final int MAX_HELD = 64 * 1024;

    private enum State {
        START,
        BEFORE_NAME,
        NAME,
        COLON,
        VALUE,
        STRING,
        NESTED,
        LITERAL,
        END
    }

    private enum Kind {
        UNKNOWN,
        ANSWER,
        OTHER
    }

    private final StringBuilder held = new StringBuilder();
    private final StringBuilder value = new StringBuilder();
    private final NestedJson nested = new NestedJson();
    private JsonStringDecoder text = new JsonStringDecoder();
    private String name = "";
    private State state = State.START;
    private Kind kind = Kind.UNKNOWN;

    /** Takes the next part; returns the text that can be shown now, which may be empty. */
    String add(String increment) {
        for (int i = 0; i < increment.length() && state != State.END; i++) {
            take(increment.charAt(i));
        }
        if (kind != Kind.ANSWER) {
            return "";
        }
        String released = held.toString();
        held.setLength(0);
        return released;
    }

    private void take(char next) {
        switch (state) {
            case NAME, STRING -> string(next);
            case NESTED -> {
                if (nested.ends(next)) {
                    state = State.BEFORE_NAME;
                }
            }
            default -> {
                if (!Character.isWhitespace(next)) {
                    between(next);
                }
            }
        }
    }

    /** Takes a character that is no part of a string and of a nested value. */
    private void between(char next) {
        state = switch (state) {
            case START -> next == '{' ? State.BEFORE_NAME : State.END;
            case BEFORE_NAME -> next == ',' ? State.BEFORE_NAME : next == '"' ? begin(State.NAME) : State.END;
            case COLON -> next == ':' ? State.VALUE : State.END;
            case VALUE ->
                switch (next) {
                    case '"' -> begin(State.STRING);
                    case '{', '[' -> {
                        nested.begin();
                        yield State.NESTED;
                    }
                    default -> State.LITERAL;
                };
            case LITERAL -> next == ',' ? State.BEFORE_NAME : next == '}' ? State.END : State.LITERAL;
            case NAME, STRING, NESTED, END -> state;
        };
    }

    private State begin(State string) {
        text = new JsonStringDecoder();
        value.setLength(0);
        return string;
    }

    private void string(char next) {
        String decoded = text.add(next);
        if (text.isInvalid()) {
            state = State.END;
        } else if (text.hasEnded()) {
            end();
        } else if (state == State.STRING && name.equals("message")) {
            if (kind != Kind.OTHER) {
                held.append(decoded);
            }
            if (kind == Kind.UNKNOWN && held.length() > MAX_HELD) {
                state = State.END;
            }
        } else {
            value.append(decoded);
        }
    }

    private void end() {
        if (state == State.NAME) {
            name = value.toString();
            state = State.COLON;
            return;
        }
        if (name.equals("kind")) {
            kind = value.toString().equals("answer") || value.toString().equals("done") ? Kind.ANSWER : Kind.OTHER;
        }
        state = kind == Kind.OTHER || name.equals("message") && kind == Kind.ANSWER ? State.END : State.BEFORE_NAME;
    }
}
