package dev.agenthost.context.transcript;

import java.util.ArrayList;
import java.util.List;

/** Divides at blanks: sufficient for tests of terms. */
final class WhitespaceAnalysis implements Analysis {
    @Override
    public List<Term> ofText(String text) {
        List<Term> terms = new ArrayList<>();
        int start = 0;
        for (String word : text.split(" ", -1)) {
            if (!word.isEmpty()) {
                terms.add(new Term(
                        word.toLowerCase(java.util.Locale.ROOT), terms.size() + 1, start, start + word.length()));
            }
            start += word.length() + 1;
        }
        return terms;
    }

    @Override
    public List<Term> ofQuery(String query) {
        return ofText(query);
    }
}
