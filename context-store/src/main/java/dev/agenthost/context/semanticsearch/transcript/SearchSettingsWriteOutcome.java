package dev.agenthost.context.semanticsearch.transcript;

/** Outcome of a change to search settings. */
public sealed interface SearchSettingsWriteOutcome {
    record Written(SearchSettings settings) implements SearchSettingsWriteOutcome {}

    /** The expected version is not the stored one. */
    record Stale() implements SearchSettingsWriteOutcome {}
}
