package dev.agenthost.local.box;

import java.util.List;

/** The use of start caches by a box. */
public enum CacheMode {
    /** Starts with the existing caches. */
    READ,
    /** Starts with the existing caches, and records the loaded classes for the missing ones. */
    RECORD;

    /** The command with the flags of this mode. */
    public List<String> apply(AotCaches caches, String name, List<String> command) {
        return switch (this) {
            case READ -> caches.reading(name, command);
            case RECORD -> caches.has(name, command) ? caches.reading(name, command) : caches.recording(name, command);
        };
    }
}
