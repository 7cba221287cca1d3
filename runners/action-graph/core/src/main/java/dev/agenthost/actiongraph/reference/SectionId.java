package dev.agenthost.actiongraph.reference;

import java.text.Normalizer;
import java.util.Locale;

/** The normal form of the heading of a Markdown section, and of the id that a {@code md:} reference names. */
public final class SectionId {
    /** Most characters of an id. */
    public static final int MAX_CHARACTERS = 128;

    private SectionId() {}

    /** Unicode form NFKC, lower case, each run of blanks as one {@code _}, without blanks at both ends. */
    public static String normalize(String heading) {
        return Normalizer.normalize(heading, Normalizer.Form.NFKC)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\s+", "_");
    }
}
