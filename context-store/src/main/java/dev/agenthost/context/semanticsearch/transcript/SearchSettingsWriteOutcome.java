package dev.agenthost.context.semanticsearch.transcript;

/** What became of a change. */
public sealed interface SearchSettingsWriteOutcome {
    record Written(SearchSettings settings) implements SearchSettingsWriteOutcome {}

    /** The expected version is not that of what is there. */
    record Stale() implements SearchSettingsWriteOutcome {}
}
