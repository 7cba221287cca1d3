package dev.agenthost.context.datalifecycle;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Repeats a step of background work, from where any replica left it, until there is nothing left to do. */
public final class StepLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StepLoop.class.getName());

    /** Longer than a usual step takes: a step without an answer by then never gets one (its connection is lost without notice). */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final String name;
    private final Supplier<Uni<Boolean>> step;
    private final Duration pause;
    private final Duration timeout;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean finished;

    /**
     * @param name name of the work in the log
     * @param step answers true if there is more to do
     * @param pause pause between two steps, for other users of the database
     */
    public StepLoop(String name, Supplier<Uni<Boolean>> step, Duration pause) {
        this(name, step, pause, TIMEOUT);
    }

    /** @param timeout time limit of a step; after it the step counts as failed, and may still be carried out */
    public StepLoop(String name, Supplier<Uni<Boolean>> step, Duration pause, Duration timeout) {
        this.name = name;
        this.step = step;
        this.pause = pause;
        this.timeout = timeout;
    }

    /** Starts the loop, unless it runs already. */
    public void run() {
        if (!finished && busy.compareAndSet(false, true)) {
            Multi.createBy()
                    .repeating()
                    .uni(this::step)
                    .withDelay(pause)
                    .whilst(more -> more && !finished)
                    .onItem()
                    .ignoreAsUni()
                    .onTermination()
                    .invoke(() -> busy.set(false))
                    .subscribe()
                    .with(done -> {}, this::failed);
        }
    }

    private Uni<Boolean> step() {
        return step.get().ifNoItem().after(timeout).fail();
    }

    /** Logs a failure; after a stop another replica continues. */
    private void failed(Throwable why) {
        if (!finished) {
            LOG.log(System.Logger.Level.WARNING, name + " failed and is retried later", why);
        }
    }

    @Override
    public void close() {
        finished = true;
    }
}
