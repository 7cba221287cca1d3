package dev.agenthost.delivery.run;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The fault that stops the application of results; while there is one, this replica is not ready. */
public final class DependencyStatus {

    private final AtomicReference<@Nullable String> current = new AtomicReference<>();

    /** Records a fault. */
    public void met(String why) {
        current.set(why);
    }

    /** Clears the fault. */
    public void over() {
        current.set(null);
    }

    /** Returns the fault, or null. */
    public @Nullable String current() {
        return current.get();
    }
}
