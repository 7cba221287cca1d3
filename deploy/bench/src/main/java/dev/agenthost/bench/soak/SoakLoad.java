package dev.agenthost.bench.soak;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.load.Target;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** A share of the load, and its counts of successes and errors so far. */
final class SoakLoad {
    private final String name;
    private final LoadSchedule schedule;
    private final Target target;
    private final AtomicLong out = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();

    SoakLoad(String name, LoadSchedule schedule, Target target) {
        this.name = name;
        this.schedule = schedule;
        this.target = target;
    }

    String name() {
        return name;
    }

    LoadSchedule schedule() {
        return schedule;
    }

    /** Starts the load on a thread of its own. */
    CompletableFuture<Summary> start(Duration patience) {
        return CompletableFuture.supplyAsync(
                () -> run(patience),
                task -> Thread.ofPlatform().name("load-" + name).start(task));
    }

    private Summary run(Duration patience) {
        try {
            return new OpenLoop(schedule, patience)
                    .run(number -> target.begin(number).whenComplete((at, failure) -> count(failure == null)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    private void count(boolean well) {
        (well ? out : errors).incrementAndGet();
    }

    /** The number of successes. */
    long out() {
        return out.get();
    }

    /** The number of failures; those that never finish count only at the end. */
    long errors() {
        return errors.get();
    }
}
