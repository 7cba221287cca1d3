package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SurfaceCallResult;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** A place that parts are pushed to. */
public interface Surface {

    /**
     * Makes the call, once. Never fails: what went wrong is an answer.
     *
     * @param isOurs whether the claim still stands; asked again in the last moment before anything leaves
     */
    Uni<SurfaceCallResult> call(ClaimedSend send, BooleanSupplier isOurs);
}
