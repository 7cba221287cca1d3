package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SurfaceCallResult;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** A surface that parts are pushed to. */
public interface Surface {

    /**
     * Makes the call, once. Never fails: an error is a result.
     *
     * @param holdsClaim returns true while the claim is valid; checked again directly before a request is sent
     */
    Uni<SurfaceCallResult> call(ClaimedSend send, BooleanSupplier holdsClaim);
}
