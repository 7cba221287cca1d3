package dev.agenthost.context.semanticsearch.transcript;

/**
 * The search settings of a workspace.
 *
 * @param byMeaning true if its transcripts are searched by meaning as well
 * @param version 0 if it never set any
 */
public record SearchSettings(boolean byMeaning, int version) {
    public static final SearchSettings NONE = new SearchSettings(false, 0);
}
