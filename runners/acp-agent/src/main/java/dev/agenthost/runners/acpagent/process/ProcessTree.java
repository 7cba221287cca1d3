package dev.agenthost.runners.acpagent.process;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and all that it started. Children are looked for while it lives, because those of a dead one are nobody's: a handle goes on
 * naming the same process, and never another that got its number later.
 */
final class ProcessTree {
    private static final long LOOK_NANOS = 2_000_000_000L;

    private final Process process;
    private final Set<ProcessHandle> children = new LinkedHashSet<>();
    private long lookedAt = System.nanoTime() - LOOK_NANOS;

    ProcessTree(Process process) {
        this.process = process;
    }

    /** Looks for children, at most each two seconds. */
    void look() {
        if (System.nanoTime() - lookedAt >= LOOK_NANOS) {
            lookedAt = System.nanoTime();
            find();
        }
    }

    /** Waits for it to end by itself, and then ends it and whatever is left of it. */
    void end(long politeMillis) {
        find();
        await(politeMillis);
        find();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private void find() {
        children.removeIf(child -> !child.isAlive());
        process.descendants().forEach(children::add);
    }

    /** An interrupt is kept for whoever waits next. */
    private void await(long millis) {
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
