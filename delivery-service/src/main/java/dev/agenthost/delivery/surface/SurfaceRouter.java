package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SurfaceCallResult;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Calls the surface of a send's destination. A new kind of destination or platform does not compile until it has a surface here. */
public final class SurfaceRouter {

    private final Surface<? super Destination.Webhook> webhooks;
    private final Surface<? super Destination.Outbound> adapters;
    private final Surface<? super Destination.Bot> telegram;
    private final Surface<? super Destination.Bot> oneBot;
    private final Surface<? super Destination.Bot> lark;

    public SurfaceRouter(
            Surface<? super Destination.Webhook> webhooks,
            Surface<? super Destination.Outbound> adapters,
            Surface<? super Destination.Bot> telegram,
            Surface<? super Destination.Bot> oneBot,
            Surface<? super Destination.Bot> lark) {
        this.webhooks = webhooks;
        this.adapters = adapters;
        this.telegram = telegram;
        this.oneBot = oneBot;
        this.lark = lark;
    }

    /** Makes the call as {@link Surface#call} does. */
    public Uni<SurfaceCallResult> call(ClaimedSend send, BooleanSupplier holdsClaim) {
        return switch (send.send().destination()) {
            case Destination.Webhook to -> webhooks.call(send, to, holdsClaim);
            case Destination.Outbound to -> adapters.call(send, to, holdsClaim);
            case Destination.Bot to -> ofPlatform(to).call(send, to, holdsClaim);
        };
    }

    /** Returns the time as {@link Surface#allowance} does. */
    public Duration allowance(ClaimedSend send) {
        return switch (send.send().destination()) {
            case Destination.Webhook to -> webhooks.allowance(send);
            case Destination.Outbound to -> adapters.allowance(send);
            case Destination.Bot to -> ofPlatform(to).allowance(send);
        };
    }

    private Surface<? super Destination.Bot> ofPlatform(Destination.Bot to) {
        return switch (to.platform()) {
            case TELEGRAM -> telegram;
            case ONEBOT -> oneBot;
            case LARK -> lark;
            case SLACK -> throw new UnsupportedOperationException("slack");
            case GENERIC -> throw new IllegalArgumentException("no chat: " + to.endpoint());
        };
    }
}
