package dev.agenthost.binding.change;

/** What a person believes to be changing. */
public sealed interface ExpectedVersion {
    /** Whatever is there. */
    record Any() implements ExpectedVersion {}

    /** Exactly this version. */
    record Exactly(int version) implements ExpectedVersion {}

    default boolean admits(int currentVersion) {
        return switch (this) {
            case Any any -> true;
            case Exactly exactly -> exactly.version() == currentVersion;
        };
    }
}
