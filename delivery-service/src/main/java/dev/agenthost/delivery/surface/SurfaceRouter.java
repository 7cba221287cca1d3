package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.protocol.bot.BotPlatform;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Calls the surface of a send's destination. A new kind of destination does not compile until it has a surface here. */
public final class SurfaceRouter {

    private final Surface<? super Destination.Webhook> webhooks;
    private final Surface<? super Destination.Outbound> adapters;
    private final Function<BotPlatform, Surface<? super Destination.Bot>> platforms;

    /** @param platforms the surface of the bots of each platform */
    public SurfaceRouter(
            Surface<? super Destination.Webhook> webhooks,
            Surface<? super Destination.Outbound> adapters,
            Function<BotPlatform, Surface<? super Destination.Bot>> platforms) {
        this.webhooks = webhooks;
        this.adapters = adapters;
        this.platforms = platforms;
    }

    /** Makes the call as {@link Surface#call} does. */
    public Uni<SurfaceCallResult> call(ClaimedSend send, BooleanSupplier holdsClaim) {
        return switch (send.send().destination()) {
            case Destination.Webhook to -> webhooks.call(send, to, holdsClaim);
            case Destination.Outbound to -> adapters.call(send, to, holdsClaim);
            case Destination.Bot to -> platforms.apply(to.platform()).call(send, to, holdsClaim);
        };
    }

    /** Returns the time as {@link Surface#allowance} does. */
    public Duration allowance(ClaimedSend send) {
        return switch (send.send().destination()) {
            case Destination.Webhook to -> webhooks.allowance(send);
            case Destination.Outbound to -> adapters.allowance(send);
            case Destination.Bot to -> platforms.apply(to.platform()).allowance(send);
        };
    }
}
