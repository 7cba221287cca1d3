package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.platform.rest.VersionedSettings;

/**
 * The search settings of a workspace.
 *
 * @param byMeaning true if its transcripts are searched by meaning as well
 * @param version 0 if it never set any
 */
public record SearchSettings(boolean byMeaning, int version) implements VersionedSettings<SearchSettings> {
    public static final SearchSettings NONE = new SearchSettings(false, 0);

    @Override
    public SearchSettings withVersion(int newVersion) {
        return new SearchSettings(byMeaning, newVersion);
    }
}
