package dev.agenthost.context.transcript;

import java.util.List;

/** Analyses texts and queries in the same way. Thread-safe. */
public interface Analysis {
    /** Returns the terms of a text, in order. */
    List<Term> ofText(String text);

    /** Returns the terms of a query: of adjacent characters only the pairs, because single characters are too frequent. */
    List<Term> ofQuery(String query);
}
