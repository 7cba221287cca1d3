package dev.agenthost.delivery.run;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What keeps results from being applied right now; while there is something, this replica is not ready. */
public final class DependencyStatus {

    private final AtomicReference<@Nullable String> current = new AtomicReference<>();

    /** It cannot go on, because. */
    public void met(String why) {
        current.set(why);
    }

    /** It goes on. */
    public void over() {
        current.set(null);
    }

    /** The trouble, or null. */
    public @Nullable String current() {
        return current.get();
    }
}
