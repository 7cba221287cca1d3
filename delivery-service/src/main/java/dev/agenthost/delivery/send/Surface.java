package dev.agenthost.delivery.send;

import io.smallrye.mutiny.Uni;

/** A place that parts are pushed to. */
public interface Surface {

    /** Makes the call, once. Never fails: what went wrong is an answer. */
    Uni<Answer> call(ClaimedSend send);
}
