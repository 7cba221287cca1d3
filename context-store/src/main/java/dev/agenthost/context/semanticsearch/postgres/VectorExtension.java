package dev.agenthost.context.semanticsearch.postgres;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The pgvector extension of this database.
 *
 * @param schema schema of its types and operators
 */
record VectorExtension(String schema, int major, int minor) {
    /** Pattern of the names of its indexes, of any version. */
    static final Pattern INDEX = Pattern.compile("^knowledge_near_(halves_)?([0-9]+)$");

    /** Returns true if the version has HNSW. */
    boolean isUsable() {
        return isAtLeast(0, 5);
    }

    /** Returns true if the version has half precision: half the bytes of an index, and twice the length of vectors. */
    private boolean hasHalves() {
        return isAtLeast(0, 7);
    }

    /** Returns true if a search with filters continues until it has found enough (iterative scans). */
    boolean scansIteratively() {
        return isAtLeast(0, 8);
    }

    /** Returns the greatest length of vectors that can be indexed. */
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

    /** Returns the type of the stored vectors. */
    String type() {
        return quoted(schema) + ".vector";
    }

    /** Returns the type of the indexed vectors of that length. */
    String indexed(int dimensions) {
        return quoted(schema) + "." + half("halfvec", "vector") + "(" + dimensions + ")";
    }

    String operators() {
        return quoted(schema) + "." + half("halfvec_cosine_ops", "vector_cosine_ops");
    }

    /** Returns the operator of the cosine distance. */
    String distance() {
        return "operator(" + quoted(schema) + ".<=>)";
    }

    /** Returns the name of an index; it contains the type, so that versions have their own. */
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
