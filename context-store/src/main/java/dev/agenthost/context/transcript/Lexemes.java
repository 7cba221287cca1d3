package dev.agenthost.context.transcript;

/** Writes lexemes in PostgreSQL's syntax, for a {@code tsvector} and a {@code tsquery}. */
final class Lexemes {
    private Lexemes() {}

    /** Only quotation marks and backslashes are special within quotation marks; they are doubled. */
    static String quoted(String lexeme) {
        return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
