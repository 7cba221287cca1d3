package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SurfaceCallResult;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A surface that parts are pushed to.
 *
 * @param <D> the kind of its destinations
 */
public interface Surface<D extends Destination> {

    /**
     * Makes the call, once. Never fails: an error is a result.
     *
     * @param to the destination of the send
     * @param holdsClaim returns true while the claim is valid; checked again directly before a request is sent
     */
    Uni<SurfaceCallResult> call(ClaimedSend send, D to, BooleanSupplier holdsClaim);

    /** Returns the time that a send may take longer than others, so that it does not count as slow; never fails. */
    default Duration allowance(ClaimedSend send) {
        return Duration.ZERO;
    }
}
