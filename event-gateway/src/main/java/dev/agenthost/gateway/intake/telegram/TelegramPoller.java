package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.gateway.polling.PollingTask;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.calls.UpdatesAnswer;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the updates of a bot and takes them in, one after another. An update is confirmed to Telegram by the call after the one that
 * brought it, and only when it is done with: whoever polls next receives every other one again.
 */
public final class TelegramPoller implements PollingTask {
    private static final Logger LOG = Logger.getLogger(TelegramPoller.class);
    private static final Duration REPETITION = Duration.ofSeconds(1);

    private final TelegramClient client;
    private final BotTokens tokens;
    private final TelegramUpdateIntake intake;
    private final Duration longPoll;

    /** @param longPoll time for which Telegram waits for an update */
    public TelegramPoller(TelegramClient client, BotTokens tokens, TelegramUpdateIntake intake, Duration longPoll) {
        this.client = client;
        this.tokens = tokens;
        this.intake = intake;
        this.longPoll = longPoll;
    }

    @Override
    public void poll(PollingClaim claim, BotRegistration bot, BooleanSupplier mayPoll) throws InterruptedException {
        String token = tokens.of(bot);
        if (token == null) {
            LOG.errorf("the bot has no token and is not polled: botId=%s", bot.botId());
            return;
        }
        PollState state = PollState.FIRST;
        String shown = null;
        while (mayPoll.getAsBoolean()) {
            UpdatesAnswer answer = answer(token, state, mayPoll);
            if (!mayPoll.getAsBoolean()) {
                return;
            }
            switch (state.next(answer)) {
                case PollStep.Handle(var updates, PollState then) -> {
                    shown = null;
                    PollState after = takeAll(bot, token, updates, then, mayPoll);
                    if (after == null) {
                        return;
                    }
                    state = after;
                }
                case PollStep.Pause(Duration delay, PollState then, String problem) -> {
                    shown = show(bot, problem, shown);
                    state = then;
                    Thread.sleep(delay);
                }
                case PollStep.End(String problem) -> {
                    LOG.errorf("the bot is polled no more: botId=%s %s", bot.botId(), problem);
                    return;
                }
            }
        }
    }

    /** Cancelling the wait ends the call. */
    private UpdatesAnswer answer(String token, PollState state, BooleanSupplier mayPoll) throws InterruptedException {
        CompletableFuture<UpdatesAnswer> answer = client.updates(token, state.request(), longPoll, mayPoll)
                .subscribe()
                .asCompletionStage();
        try {
            return answer.get();
        } catch (ExecutionException e) {
            return new UpdatesAnswer.Failed("the call failed");
        } finally {
            answer.cancel(true);
        }
    }

    /** Returns the state after all of them; null if this replica may take in no more. */
    private @Nullable PollState takeAll(
            BotRegistration bot, String token, Iterable<JsonNode> updates, PollState state, BooleanSupplier mayPoll)
            throws InterruptedException {
        PollState after = state;
        for (JsonNode update : updates) {
            if (!take(bot, token, update, mayPoll)) {
                return null;
            }
            JsonNode id = update.path("update_id");
            after = id.isIntegralNumber() ? after.done(id.longValue()) : after;
        }
        return after;
    }

    /** Returns true when the update is done with; false if this replica may take it in no more. */
    private boolean take(BotRegistration bot, String token, JsonNode update, BooleanSupplier mayPoll)
            throws InterruptedException {
        while (mayPoll.getAsBoolean()) {
            switch (intake.take(bot, update)) {
                case UpdateOutcome.Done(ObjectNode reply) -> {
                    reply(token, reply);
                    return true;
                }
                case UpdateOutcome.NotSubmitted(ObjectNode reply) -> {
                    // The person presses again: other chats must not wait for this button.
                    reply(token, reply);
                    return true;
                }
                case UpdateOutcome.Unavailable(String why) -> Thread.sleep(REPETITION);
            }
        }
        return false;
    }

    /** A reply that does not arrive leaves the button in its pressed state for a while. */
    private void reply(String token, @Nullable ObjectNode reply) {
        if (reply != null) {
            ObjectNode parameters = reply.deepCopy();
            String method = parameters.remove("method").asText();
            client.call(token, new BotApiCall(method, parameters), () -> true)
                    .subscribe()
                    .with(outcome -> LOG.debugf("reply to a pressed button: %s", outcome));
        }
    }

    /** Logs a problem when it is another one than the last. */
    private static String show(BotRegistration bot, String problem, @Nullable String shown) {
        if (!problem.equals(shown)) {
            LOG.warnf("the bot is not polled now and tried again: botId=%s %s", bot.botId(), problem);
        }
        return problem;
    }
}
