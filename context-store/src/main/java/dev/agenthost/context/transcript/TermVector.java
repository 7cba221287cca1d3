package dev.agenthost.context.transcript;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a text as a PostgreSQL {@code tsvector}, within its limits: a lexeme of 2046 bytes, 255 positions of a lexeme, the highest
 * of which is 16383, and 1 MiB in all. Terms beyond a limit are left out: a later term of a very long text may not be found, or not as
 * part of a phrase.
 */
public final class TermVector {
    /** Length of the text that is analysed, in UTF-16 units. */
    static final int READ_LIMIT = 1 << 20;

    static final int LONGEST_LEXEME = 2046;
    static final int MOST_POSITIONS = 255;
    static final int LAST_POSITION = 16_383;
    /** Size of all lexemes with their positions, in bytes: half of what a vector can hold. */
    static final int LARGEST = 512 * 1024;

    private static final int POSITION = 2;
    /** Overhead of a lexeme in bytes: its number of positions, and their alignment. */
    private static final int LEXEME = 4;

    private final Map<String, List<Integer>> positions = new LinkedHashMap<>();
    private int size;

    private TermVector() {}

    /** @return for instance {@code 'lexeme':1,5 'other':2}; empty without terms */
    public static String of(Analysis analysis, @Nullable String text) {
        if (text == null) {
            return "";
        }
        TermVector vector = new TermVector();
        analysis.ofText(text.length() > READ_LIMIT ? text.substring(0, READ_LIMIT) : text)
                .forEach(vector::add);
        return vector.text();
    }

    private String text() {
        StringBuilder text = new StringBuilder(16 * positions.size());
        positions.forEach((lexeme, places) -> {
            text.append(text.isEmpty() ? "" : " ").append(Lexemes.quoted(lexeme));
            char separator = ':';
            for (Integer place : places) {
                text.append(separator).append(place.intValue());
                separator = ',';
            }
        });
        return text.toString();
    }

    private void add(Term term) {
        List<Integer> places = positions.get(term.lexeme());
        if (places == null) {
            int bytes = term.lexeme().getBytes(StandardCharsets.UTF_8).length;
            if (bytes == 0 || bytes > LONGEST_LEXEME || size + bytes + LEXEME + POSITION > LARGEST) {
                return;
            }
            places = new ArrayList<>(1);
            positions.put(term.lexeme(), places);
            size += bytes + LEXEME;
        }
        if (term.position() <= LAST_POSITION && places.size() < MOST_POSITIONS && size + POSITION <= LARGEST) {
            places.add(term.position());
            size += POSITION;
        }
    }
}
