package dev.agenthost.context.transcript;

import java.util.List;

/** Takes texts and queries apart, both in the same way. Safe for several threads. */
public interface Analysis {
    /** The terms of what was said, in order. */
    List<Term> ofText(String text);

    /** The terms that a query asks for: of a row of characters its pairs only, because single ones are everywhere. */
    List<Term> ofQuery(String query);
}
