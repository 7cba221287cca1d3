package dev.agenthost.delivery.bot;

import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Adds the state of its connection to the health of a bot whose events arrive over one. */
public final class ConnectionHealthSource implements BotHealthSource {
    private final BotHealthSource platforms;
    private final BotConnectionSource connections;

    public ConnectionHealthSource(BotHealthSource platforms, BotConnectionSource connections) {
        this.platforms = platforms;
        this.connections = connections;
    }

    /** A paused bot has no connection. */
    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        Uni<BotHealth> health = platforms.check(bot);
        return bot.enabled() && bot.receivesBy(BotRegistration.CONNECTION)
                ? Uni.combine().all().unis(health, connections.problem(bot)).with((found, problem) -> problem.map(
                                why -> found.with(new BotProblem(BotProblem.Code.NOT_CONNECTED, why)))
                        .orElse(found))
                : health;
    }
}
