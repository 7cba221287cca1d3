package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.postgres.PostgresMemory;
import dev.agenthost.local.settings.Service;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How a box is wanted.
 *
 * @param replicas of each service and of the runner
 * @param port of the front door; 0 for 8080 or else the next free one
 * @param extra settings by service that come after all others; added to those in {@code extra/<service>.properties}
 * @param caches whether starts use their caches, or make notes for them
 * @param thinks whether an agent that asks a model stands beside echo: two processes more
 * @param compilation of its JVMs
 * @param memory of its PostgreSQL
 * @param wordPause how long the demo's runner pauses after each word, so that people see it stream
 * @param checksItself whether it answers messages of its own before it says that it is ready, as one for people does
 * @param progress told a line each time that there is something to say
 */
public record BoxOptions(
        BoxLayout layout,
        int replicas,
        int port,
        Map<Service, Map<String, String>> extra,
        CacheMode caches,
        boolean thinks,
        Compilation compilation,
        PostgresMemory memory,
        Duration wordPause,
        boolean checksItself,
        Consumer<String> progress) {
    /** Replicas. */
    public static final int MOST = 8;

    public BoxOptions {
        if (replicas < 1 || replicas > MOST) {
            throw new IllegalArgumentException("replicas must be 1 to " + MOST + ", not " + replicas);
        }
        extra = Map.copyOf(extra);
    }

    /** One that starts with the caches that are there. */
    public BoxOptions(
            BoxLayout layout,
            int replicas,
            int port,
            Map<Service, Map<String, String>> extra,
            Consumer<String> progress) {
        this(
                layout,
                replicas,
                port,
                extra,
                CacheMode.READ,
                true,
                Compilation.FIRST_LEVEL,
                PostgresMemory.SMALL,
                Duration.ZERO,
                false,
                progress);
    }

    /** The same with echo alone. */
    public BoxOptions withEchoAlone() {
        return new BoxOptions(
                layout, replicas, port, extra, caches, false, compilation, memory, wordPause, checksItself, progress);
    }

    /** The same with JVMs that compile so far. */
    public BoxOptions with(Compilation wanted) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, wanted, memory, wordPause, checksItself, progress);
    }

    /** The same with that much memory for its PostgreSQL. */
    public BoxOptions with(PostgresMemory wanted) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, wanted, wordPause, checksItself, progress);
    }

    /** The same, ready when it has answered messages of its own. */
    public BoxOptions withStartCheck() {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, memory, wordPause, true, progress);
    }

    /** The same with a demo that pauses so long after each word. */
    public BoxOptions withWordPause(Duration pause) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, memory, pause, checksItself, progress);
    }
}
