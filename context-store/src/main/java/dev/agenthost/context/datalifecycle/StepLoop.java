package dev.agenthost.context.datalifecycle;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Goes on with something that is done in steps, wherever another replica left it, until there is nothing left to do. */
public final class StepLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StepLoop.class.getName());

    /** Longer than a usual step takes: what has not answered by then never will (its connection is gone, and nobody has said so). */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String what;
    private final Supplier<Uni<Boolean>> step;
    private final Duration breath;
    private final Duration patience;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean over;

    /**
     * @param what for people who read the log
     * @param step says whether there is more to do
     * @param breath between two steps, for whoever else wants the database
     */
    public StepLoop(String what, Supplier<Uni<Boolean>> step, Duration breath) {
        this(what, step, breath, PATIENCE);
    }

    /** @param patience with one step; after that it is given up, as if it had failed, and may still be carried out */
    public StepLoop(String what, Supplier<Uni<Boolean>> step, Duration breath, Duration patience) {
        this.what = what;
        this.step = step;
        this.breath = breath;
        this.patience = patience;
    }

    /** Not twice at once. */
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

    /** What a stop cuts off goes on elsewhere. */
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
