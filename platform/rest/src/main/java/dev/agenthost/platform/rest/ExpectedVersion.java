package dev.agenthost.platform.rest;

import org.jspecify.annotations.Nullable;

/** The version that a caller expects to change. */
public sealed interface ExpectedVersion {
    /** Any version. */
    record Any() implements ExpectedVersion {}

    /** Exactly this version. */
    record Exactly(long version) implements ExpectedVersion {}

    /** Returns the expected version; null for any. */
    default @Nullable Long orNull() {
        return switch (this) {
            case Any any -> null;
            case Exactly exactly -> exactly.version();
        };
    }

    default boolean admits(long currentVersion) {
        return switch (this) {
            case Any any -> true;
            case Exactly exactly -> exactly.version() == currentVersion;
        };
    }
}
