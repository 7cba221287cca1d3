package dev.agenthost.context.knowledge.index;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Which documents a thread takes up, one after the other. */
public interface Lane {
    /** Before the first. */
    Uni<Void> begin();

    /** Empty where nothing waits that can be done now. */
    Uni<Optional<Task>> next();
}
