package dev.agenthost.delivery.surface.discord;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.calls.DiscordRateLimit;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.im.discord.client.DiscordResult;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Makes calls as one bot, unless Discord has refused its token, or too many calls of this replica. */
record DiscordCalls(
        DiscordClient client,
        BotRegistration bot,
        DiscordApp app,
        RefusedTokens refusedTokens,
        InvalidRequestLimiter invalidRequests) {
    private static final String SHARED = "shared";

    /** Makes a call without a file. Never fails: an error is an outcome. */
    Uni<DiscordResult> call(DiscordCall call, String part, BooleanSupplier maySend) {
        return make(() -> client.call(app, call, part, maySend));
    }

    /**
     * Sends a message with its file. Never fails: an error is an outcome.
     *
     * @param limit for the whole upload
     */
    Uni<DiscordResult> upload(
            DiscordCall.Post call,
            OutboundArtifact file,
            HttpBody.Pieces content,
            String part,
            Duration limit,
            BooleanSupplier maySend) {
        return make(() -> client.upload(app, call, file, content, part, limit, maySend));
    }

    private Uni<DiscordResult> make(Supplier<Uni<DiscordResult>> call) {
        return withheld()
                .map(outcome -> Uni.createFrom().item(new DiscordResult(outcome, DiscordRateLimit.NONE)))
                .orElseGet(() -> call.get().invoke(this::observe));
    }

    /** Returns the outcome of a call that must not be made; empty for one that may. */
    private Optional<CallOutcome> withheld() {
        if (refusedTokens.isRefused(bot, app)) {
            return Optional.of(new CallOutcome.Refused(
                    DiscordAnswer.UNAUTHORIZED, "Discord refused the token lately, so it was not asked again"));
        }
        return invalidRequests.isExceeded()
                ? Optional.of(new CallOutcome.NotSent(
                        "Discord refused " + InvalidRequestLimiter.MOST + " calls of this replica within 10 minutes",
                        true))
                : Optional.empty();
    }

    /** A call too many of a resource that all applications share does not count (the page of {@link InvalidRequestLimiter}). */
    private void observe(DiscordResult result) {
        switch (result.outcome()) {
            case CallOutcome.Refused(int code, String why) -> {
                if (code == DiscordAnswer.UNAUTHORIZED) {
                    refusedTokens.refused(bot, app);
                }
                if (code == DiscordAnswer.UNAUTHORIZED || code == DiscordAnswer.FORBIDDEN) {
                    invalidRequests.count();
                }
            }
            case CallOutcome.RetryAfter later -> {
                if (!SHARED.equals(result.limit().scope())) {
                    invalidRequests.count();
                }
            }
            default -> {}
        }
    }
}
