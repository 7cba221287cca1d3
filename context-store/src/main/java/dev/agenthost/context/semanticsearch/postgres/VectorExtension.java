package dev.agenthost.context.semanticsearch.postgres;

import java.util.List;
import java.util.regex.Pattern;

/**
 * pgvector, as this database has it.
 *
 * @param schema where its types and operators are
 */
record VectorExtension(String schema, int major, int minor) {
    /** Names of its indexes, of whichever version. */
    static final Pattern INDEX = Pattern.compile("^knowledge_near_(halves_)?([0-9]+)$");

    /** HNSW. */
    boolean isUsable() {
        return isAtLeast(0, 5);
    }

    /** Half the bytes of the index, and twice the numbers that a vector may have. */
    private boolean hasHalves() {
        return isAtLeast(0, 7);
    }

    /** Goes on until enough are found, whatever filters leave out. */
    boolean goesOn() {
        return isAtLeast(0, 8);
    }

    /** The most numbers of a vector that can be indexed. */
    int mostDimensions() {
        return hasHalves() ? 4_000 : 2_000;
    }

    static VectorExtension of(String schema, String version) {
        List<Integer> numbers = List.of(version.split("\\.")).stream()
                .limit(2)
                .map(part -> Integer.valueOf(part.replaceAll("\\D.*", "")))
                .toList();
        return new VectorExtension(schema, numbers.get(0), numbers.size() > 1 ? numbers.get(1) : 0);
    }

    /** The type of vectors as they are stored. */
    String type() {
        return quoted(schema) + ".vector";
    }

    /** The type of what is indexed, of so many numbers. */
    String indexed(int dimensions) {
        return quoted(schema) + "." + half("halfvec", "vector") + "(" + dimensions + ")";
    }

    String operators() {
        return quoted(schema) + "." + half("halfvec_cosine_ops", "vector_cosine_ops");
    }

    /** How far apart. */
    String distance() {
        return "operator(" + quoted(schema) + ".<=>)";
    }

    /** Says what is in it, so that another version makes another one. */
    String index(String dimensions) {
        return "knowledge_near_" + half("halves_", "") + dimensions;
    }

    private String half(String with, String without) {
        return hasHalves() ? with : without;
    }

    private boolean isAtLeast(int someMajor, int someMinor) {
        return major > someMajor || major == someMajor && minor >= someMinor;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
