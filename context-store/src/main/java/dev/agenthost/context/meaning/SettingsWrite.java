package dev.agenthost.context.meaning;

/** What became of a change. */
public sealed interface SettingsWrite {
    record Written(SearchSettings settings) implements SettingsWrite {}

    /** The expected version is not that of what is there. */
    record Stale() implements SettingsWrite {}
}
