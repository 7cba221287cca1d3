package dev.agenthost.context.step;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Goes on with something that is done in steps, wherever another replica left it, until there is nothing left to do. */
public final class StepLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StepLoop.class.getName());

    private final String what;
    private final Supplier<Uni<Boolean>> step;
    private final Duration breath;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean over;

    /**
     * @param what for people who read the log
     * @param step says whether there is more to do
     * @param breath between two steps, for whoever else wants the database
     */
    public StepLoop(String what, Supplier<Uni<Boolean>> step, Duration breath) {
        this.what = what;
        this.step = step;
        this.breath = breath;
    }

    /** Not twice at once. */
    public void run() {
        if (!over && busy.compareAndSet(false, true)) {
            Multi.createBy()
                    .repeating()
                    .uni(step::get)
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
