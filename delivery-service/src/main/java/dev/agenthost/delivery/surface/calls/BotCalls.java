package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The bot of a send: registered, and of the workspace of the run. */
public final class BotCalls {
    private BotCalls() {}

    /**
     * Makes the calls of a part as its bot.
     *
     * @param bot empty if it is not registered
     * @param calls makes them; a failure of it, such as one to record a call, is no answer
     */
    public static Uni<SurfaceCallResult> make(
            Optional<BotRegistration> bot,
            ClaimedSend claimed,
            Function<BotRegistration, Uni<SurfaceCallResult>> calls) {
        return Uni.createFrom()
                .deferred(() -> asBot(bot, claimed, calls))
                .onFailure()
                .recoverWithItem(failure ->
                        new SurfaceCallResult.NoAnswer(failure.getClass().getSimpleName(), RejectionCode.BOT_GIVEN_UP));
    }

    /**
     * Makes the calls of a part as its bot, with its app.
     *
     * @param bot empty if it is not registered
     * @param apps finds the app of the bot; empty if no secret of it is configured, so that the part is refused
     * @param calls as above
     */
    public static <A> Uni<SurfaceCallResult> make(
            Optional<BotRegistration> bot,
            Function<BotRegistration, Optional<A>> apps,
            ClaimedSend claimed,
            BiFunction<BotRegistration, A, Uni<SurfaceCallResult>> calls) {
        return make(bot, claimed, registered -> apps.apply(registered)
                .map(app -> calls.apply(registered, app))
                .orElseGet(() -> refused(RejectionCode.BOT_TOKEN_MISSING, "the secret of token is not configured")));
    }

    /** Returns a refusal by this service, before a call. */
    public static Uni<SurfaceCallResult> refused(RejectionCode code, String detail) {
        return Uni.createFrom().item(new SurfaceCallResult.NotSendable(code, detail));
    }

    private static Uni<SurfaceCallResult> asBot(
            Optional<BotRegistration> bot,
            ClaimedSend claimed,
            Function<BotRegistration, Uni<SurfaceCallResult>> calls) {
        if (bot.isEmpty()) {
            // Registered a moment ago, or deleted: the part is tried until it is too old.
            return Uni.createFrom()
                    .item(new SurfaceCallResult.NoAnswer("the bot is not registered", RejectionCode.BOT_UNKNOWN));
        }
        return bot.get().workspaceId().equals(claimed.send().key().workspaceId())
                ? calls.apply(bot.get())
                : refused(RejectionCode.BOT_UNKNOWN, "the bot is of another workspace now");
    }
}
