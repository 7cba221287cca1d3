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
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String what;
    private final Supplier<Uni<Boolean>> step;
    private final Duration breath;
    private final Duration patience;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean over;

    /**
     * @param what name of the work in the log
     * @param step answers true if there is more to do
     * @param breath pause between two steps, for other users of the database
     */
    public StepLoop(String what, Supplier<Uni<Boolean>> step, Duration breath) {
        this(what, step, breath, PATIENCE);
    }

    /** @param patience time limit of a step; after it the step counts as failed, and may still be carried out */
    public StepLoop(String what, Supplier<Uni<Boolean>> step, Duration breath, Duration patience) {
        this.what = what;
        this.step = step;
        this.breath = breath;
        this.patience = patience;
    }

    /** Starts the loop, unless it runs already. */
    public void run() {
        if (!over && busy.compareAndSet(false, true)) {
            Multi.createBy()
                    .repeating()
                    .uni(this::step)
                    .withDelay(breath)
                    .whilst(more -> more && !over)
                    .onItem()
                    .ignoreAsUni()
                    .onTermination()
                    .invoke(() -> busy.set(false))
                    .subscribe()
                    .with(done -> {}, this::failed);
        }
    }

    private Uni<Boolean> step() {
        return step.get().ifNoItem().after(patience).fail();
    }

    /** Logs a failure; after a stop another replica continues. */
    private void failed(Throwable why) {
        if (!over) {
            LOG.log(System.Logger.Level.WARNING, what + " failed and goes on later", why);
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
