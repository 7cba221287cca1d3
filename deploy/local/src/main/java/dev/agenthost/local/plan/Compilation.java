package dev.agenthost.local.plan;

import java.util.List;

/** How far the JVMs of a box compile what they run. */
public enum Compilation {
    /** The first compiler alone: ready soon, small, and as fast as it gets after seconds. For a box that somebody tries. */
    FIRST_LEVEL(10, "-XX:TieredStopAtLevel=1"),
    /**
     * All levels, as JVMs do unless told otherwise, the images of the services among them: the second compiler takes
     * processor time for some minutes, and what it has compiled needs about half of it from then on. A third of the heap
     * is for what is new, as JVMs have it too.
     */
    ALL_LEVELS(3);

    private static final int LEAST_YOUNG_MB = 16;

    /** An idle JVM has touched all of its young generation, so that is what its memory is decided by; under load a small one is cleared often. */
    private final int youngPart;

    private final List<String> flags;

    Compilation(int youngPart, String... flags) {
        this.youngPart = youngPart;
        this.flags = List.of(flags);
    }

    /** For the command of a JVM. */
    public List<String> flags() {
        return flags;
    }

    /** Of a heap, how much is for what is new. */
    int young(int heapMegabytes) {
        return Math.max(LEAST_YOUNG_MB, heapMegabytes / youngPart);
    }
}
