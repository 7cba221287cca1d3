package dev.agenthost.context.transcript;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A parsed query. A phrase in quotation marks must occur as adjacent terms; hits with all other words precede those with some of them.
 * The first {@value #MOST_TERMS} terms count.
 *
 * @param phrases sequences of adjacent terms
 * @param words terms that may occur anywhere, each once
 */
public record SearchQuery(List<List<Term>> phrases, List<String> words) {
    /** Limit of the terms of a query that count. */
    public static final int MOST_TERMS = 32;

    public SearchQuery {
        phrases = phrases.stream().map(List::copyOf).toList();
        words = List.copyOf(words);
    }

    /** Parses a query; an unpaired quotation mark is ignored. */
    public static SearchQuery parse(Analysis analysis, String text) {
        String[] parts = text.replace('“', '"').replace('”', '"').split("\"", -1);
        List<List<Term>> phrases = new ArrayList<>();
        Set<String> words = new LinkedHashSet<>();
        int left = MOST_TERMS;
        for (int i = 0; i < parts.length && left > 0; i++) {
            boolean quoted = i % 2 == 1 && i < parts.length - 1;
            List<Term> terms = analysis.ofQuery(parts[i]);
            terms = terms.subList(0, Math.min(left, terms.size()));
            left -= terms.size();
            if (quoted && !terms.isEmpty()) {
                phrases.add(terms);
            } else {
                terms.forEach(term -> words.add(term.lexeme()));
            }
        }
        return new SearchQuery(phrases, List.copyOf(words));
    }

    /** Returns true if the query has no terms, so that it finds nothing. */
    public boolean isEmpty() {
        return phrases.isEmpty() && words.isEmpty();
    }

    /** Returns every term, each once. */
    public Set<String> lexemes() {
        Set<String> all = new LinkedHashSet<>();
        phrases.forEach(phrase -> phrase.forEach(term -> all.add(term.lexeme())));
        all.addAll(words);
        return all;
    }

    /** Returns a {@code tsquery} that requires all terms. */
    public String whole() {
        List<String> parts = new ArrayList<>(required());
        words.forEach(word -> parts.add(Lexemes.quoted(word)));
        return String.join(" & ", parts);
    }

    /** Returns a {@code tsquery} for each part, to search by if too few entries have all terms; none if the query has no smaller part. */
    public List<String> parts() {
        if (phrases.isEmpty()) {
            return words.size() < 2
                    ? List.of()
                    : words.stream().map(Lexemes::quoted).toList();
        }
        return words.isEmpty() ? List.of() : List.of(String.join(" & ", required()));
    }

    /** Returns a {@code tsquery} of the phrases, which every hit must have; empty without phrases. */
    public String quoted() {
        return String.join(" & ", required());
    }

    /** Returns a {@code tsquery} for each term that weighs an entry. */
    public List<String> weighed() {
        return lexemes().stream().map(Lexemes::quoted).toList();
    }

    private List<String> required() {
        return phrases.stream().map(SearchQuery::row).toList();
    }

    private static String row(List<Term> phrase) {
        StringBuilder row = new StringBuilder();
        Term before = null;
        for (Term term : phrase) {
            if (before != null) {
                row.append(" <").append(term.position() - before.position()).append("> ");
            }
            row.append(Lexemes.quoted(term.lexeme()));
            before = term;
        }
        return phrase.size() == 1 ? row.toString() : "(" + row + ")";
    }
}
