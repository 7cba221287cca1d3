package dev.agenthost.platform.rest;

import org.jspecify.annotations.Nullable;

/** What a person believes to be changing. */
public sealed interface ExpectedVersion {
    /** Whatever is there. */
    record Any() implements ExpectedVersion {}

    /** Exactly this version. */
    record Exactly(int version) implements ExpectedVersion {}

    /** The version that is expected; null for whichever is there. */
    default @Nullable Integer orNull() {
        return switch (this) {
            case Any any -> null;
            case Exactly exactly -> exactly.version();
        };
    }

    default boolean admits(int currentVersion) {
        return switch (this) {
            case Any any -> true;
            case Exactly exactly -> exactly.version() == currentVersion;
        };
    }
}
