package dev.agenthost.local.box;

import java.util.List;

/** What the starts of a box have to do with caches. */
public enum CacheMode {
    /** Start with those that are there. */
    READ,
    /** Start with those that are there, and note what is loaded for those that are missing. */
    RECORD;

    /** The command as it is to be started now. */
    public List<String> apply(AotCaches caches, String name, List<String> command) {
        return switch (this) {
            case READ -> caches.reading(name, command);
            case RECORD -> caches.has(name, command) ? caches.reading(name, command) : caches.recording(name, command);
        };
    }
}
