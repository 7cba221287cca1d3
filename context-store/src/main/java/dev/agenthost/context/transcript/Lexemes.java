package dev.agenthost.context.transcript;

/** Lexemes as PostgreSQL writes them, in a {@code tsvector} and in a {@code tsquery}. */
final class Lexemes {
    private Lexemes() {}

    /** Between quotation marks nothing has a meaning but these and backslashes, which are doubled. */
    static String quoted(String lexeme) {
        return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
