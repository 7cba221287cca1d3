package dev.agenthost.bench.report;

/** The generated part of a document, between two comments, which stay. */
public final class GeneratedSection {
    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- /figures -->";

    private GeneratedSection() {}

    /**
     * Replaces the generated part of the document.
     *
     * @throws IllegalArgumentException if the marks are missing
     */
    public static String replace(String document, String part) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the document has no marked part");
        }
        return document.substring(0, begin + BEGIN.length()) + part + document.substring(end);
    }

    /**
     * Returns the generated part of the document.
     *
     * @throws IllegalArgumentException if the marks are missing
     */
    public static String of(String document) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the document has no marked part");
        }
        return document.substring(begin + BEGIN.length(), end);
    }
}
