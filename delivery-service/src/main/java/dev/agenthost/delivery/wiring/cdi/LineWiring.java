package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.line.LineBots;
import dev.agenthost.delivery.surface.line.LineSurface;
import dev.agenthost.delivery.surface.line.LineTyping;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.line.client.LineClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The surface of bots at LINE. */
@Singleton
class LineWiring {

    @Produces
    @Singleton
    LineBots lineBots(ChatEgress egress, BotRegistry bots, Secrets secrets) {
        return new LineBots(bots, secrets, new LineClient(egress.outbound(), egress.timeout()));
    }

    @Produces
    @Singleton
    LineSurface line(LineBots bots, SendRepository sends, CallRateLimiter limiter) {
        return new LineSurface(bots, sends, limiter);
    }

    @Produces
    @Singleton
    LineTyping lineTyping(LineBots bots, CallRateLimiter limiter, TakeoverDirectory takeovers) {
        return new LineTyping(bots, limiter, takeovers);
    }
}
