package dev.agenthost.runners.acpagent.process;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and its descendants. Children are collected while the process lives, because those of a dead one have no parent: a
 * handle always refers to the same process, never to a later one with the same id.
 */
final class ProcessTree {
    private static final long LOOK_NANOS = 2_000_000_000L;

    private final Process process;
    private final Set<ProcessHandle> children = new LinkedHashSet<>();
    private long lookedAt = System.nanoTime() - LOOK_NANOS;

    ProcessTree(Process process) {
        this.process = process;
    }

    /** Collects the children, at most every two seconds. */
    void scan() {
        if (System.nanoTime() - lookedAt >= LOOK_NANOS) {
            lookedAt = System.nanoTime();
            find();
        }
    }

    /** Waits for the process to end by itself, then kills it and its descendants. */
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

    /** Waits for the process; restores an interrupt afterwards. */
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
