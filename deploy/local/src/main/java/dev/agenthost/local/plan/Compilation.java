package dev.agenthost.local.plan;

import java.util.List;

/** The compiler levels of the JVMs of a box. */
public enum Compilation {
    /** The first compiler alone: a quick start, little memory, and full speed after seconds. For a box on trial. */
    FIRST_LEVEL(10, "-XX:TieredStopAtLevel=1"),
    /**
     * All levels, the default of JVMs and of the services' images: the second compiler takes processor time for some minutes, and
     * its code then needs about half of it. A third of the heap is the young generation, as is the default of JVMs.
     */
    ALL_LEVELS(3);

    private static final int LEAST_YOUNG_MB = 16;

    /**
     * The divisor of the heap for the young generation. An idle JVM has touched all of it, so it decides the memory of the
     * process; under load a small one is collected often.
     */
    private final int youngPart;

    private final List<String> flags;

    Compilation(int youngPart, String... flags) {
        this.youngPart = youngPart;
        this.flags = List.of(flags);
    }

    /** The flags for the command of a JVM. */
    public List<String> flags() {
        return flags;
    }

    /** The size of the young generation in a heap, in megabytes. */
    int young(int heapMegabytes) {
        return Math.max(LEAST_YOUNG_MB, heapMegabytes / youngPart);
    }
}
