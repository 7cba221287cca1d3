package dev.agenthost.local.plan;

import java.util.List;

/** How far the JVMs of a box compile what they run. */
public enum Compilation {
    /** The first compiler alone: ready soon, small, and as fast as it gets after seconds. For a box that somebody tries. */
    FIRST_LEVEL("-XX:TieredStopAtLevel=1"),
    /**
     * All levels, as JVMs do unless told otherwise, the images of the services among them: the second compiler takes
     * processor time for some minutes, and what it has compiled needs about half of it from then on.
     */
    ALL_LEVELS;

    private final List<String> flags;

    Compilation(String... flags) {
        this.flags = List.of(flags);
    }

    /** For the command of a JVM. */
    public List<String> flags() {
        return flags;
    }
}
