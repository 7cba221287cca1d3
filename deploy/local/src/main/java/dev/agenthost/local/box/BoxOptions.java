package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.postgres.PostgresMemory;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The options of a box.
 *
 * @param replicas of each service and of the runner
 * @param port of the front door; 0 for 8080 or else the next free one
 * @param extra settings by service, after all others; added to those in {@code extra/<service>.properties}
 * @param caches mode of the start caches: read or record
 * @param thinks true if an agent that calls a model runs beside echo: two more processes
 * @param compilation of its JVMs
 * @param memory of its PostgreSQL
 * @param wordPause pause of the demo's runner after each word, so that people see it stream
 * @param checksItself true if the box answers messages of its own before it reports that it is ready, as one for people does
 * @param progress receives each line of progress
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
    /** The maximum of replicas. */
    public static final int MOST = 8;

    public BoxOptions {
        if (replicas < 1 || replicas > MOST) {
            throw new IllegalArgumentException("replicas must be 1 to " + MOST + ", not " + replicas);
        }
        extra = Map.copyOf(extra);
    }

    /** Options that start with the existing caches. */
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

    /** The same options with echo alone. */
    public BoxOptions withEchoAlone() {
        return new BoxOptions(
                layout, replicas, port, extra, caches, false, compilation, memory, wordPause, checksItself, progress);
    }

    /** The same options with this compilation of the JVMs. */
    public BoxOptions with(Compilation wanted) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, wanted, memory, wordPause, checksItself, progress);
    }

    /** The same options with this memory of PostgreSQL. */
    public BoxOptions with(PostgresMemory wanted) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, wanted, wordPause, checksItself, progress);
    }

    /** The same options for a box that is ready when it has answered messages of its own. */
    public BoxOptions withStartCheck() {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, memory, wordPause, true, progress);
    }

    /** The same options with a demo that pauses this long after each word. */
    public BoxOptions withWordPause(Duration pause) {
        return new BoxOptions(
                layout, replicas, port, extra, caches, thinks, compilation, memory, pause, checksItself, progress);
    }
}
