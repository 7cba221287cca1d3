package dev.agenthost.runners.actiongraph.stream;

/** Finds the end of one object or array. */
final class NestedJson {
    private int depth;
    private boolean isString;
    private boolean isEscaped;

    /** Begins after the first bracket. */
    void begin() {
        depth = 1;
        isString = false;
        isEscaped = false;
    }

    /** Takes the next character; returns true if it is the last one of the value. */
    boolean ends(char next) {
        if (isEscaped) {
            isEscaped = false;
        } else if (isString) {
            isEscaped = next == '\\';
            isString = next != '"';
        } else if (next == '"') {
            isString = true;
        } else if (next == '{' || next == '[') {
            depth++;
        } else if (next == '}' || next == ']') {
            depth--;
        }
        return depth == 0;
    }
}
