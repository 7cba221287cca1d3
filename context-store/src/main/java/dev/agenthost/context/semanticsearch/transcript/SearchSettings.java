package dev.agenthost.context.semanticsearch.transcript;

/**
 * What a workspace says of its searches.
 *
 * @param byMeaning whether its transcripts are found by what was meant as well
 * @param version 0 where it never said anything
 */
public record SearchSettings(boolean byMeaning, int version) {
    public static final SearchSettings NONE = new SearchSettings(false, 0);
}
