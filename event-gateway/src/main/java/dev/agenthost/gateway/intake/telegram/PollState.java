package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.telegram.calls.UpdatesAnswer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of the next call of {@code getUpdates} (<a href="https://core.telegram.org/bots/api#getupdates">getUpdates</a>).
 *
 * <p>An update is confirmed by a call with a higher offset. After the answer to that call, Telegram has forgotten it and the offset is
 * left out: the ids begin anew after a week without updates.
 *
 * @param offset confirms all earlier updates; null for none
 * @param limit most updates of a batch
 * @param failures calls without updates or an empty answer since the last one that succeeded
 */
record PollState(@Nullable Long offset, int limit, int failures) {
    static final PollState FIRST = new PollState(null, 100, 0);

    /** The kinds that the host maps: without this list, Telegram omits reactions and members. */
    private static final List<String> KINDS = List.of(
            "message",
            "edited_message",
            "channel_post",
            "edited_channel_post",
            "callback_query",
            "message_reaction",
            "my_chat_member",
            "chat_member");

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Returns the parameters of the call. */
    ObjectNode request() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("limit", limit);
        if (offset != null) {
            parameters.put("offset", offset);
        }
        KINDS.forEach(parameters.withArrayProperty("allowed_updates")::add);
        return parameters;
    }

    /** Returns the state in which the next call confirms the update. */
    PollState done(long updateId) {
        return new PollState(updateId + 1, limit, failures);
    }

    PollStep next(UpdatesAnswer answer) {
        return switch (answer) {
            case UpdatesAnswer.Received(var updates) ->
                new PollStep.Handle(updates, new PollState(null, FIRST.limit(), 0));
            case UpdatesAnswer.Conflict(String description) ->
                pause("another process polls the bot, or a webhook is set: end the process, or call deleteWebhook ("
                        + description + ")");
            case UpdatesAnswer.Unauthorized(String description) ->
                new PollStep.End("Telegram does not know the token: set the token of @BotFather, and change or restart"
                        + " the bot (" + description + ")");
            case UpdatesAnswer.RetryAfter(Duration delay) ->
                new PollStep.Pause(delay, failed(limit), "Telegram asks to wait");
            case UpdatesAnswer.TooLarge() ->
                limit > 1
                        ? new PollStep.Pause(Duration.ZERO, failed(limit / 2), "the batch is too large")
                        : pause("an update is too large");
            case UpdatesAnswer.Failed(String why) -> pause("Telegram cannot be used: " + why);
        };
    }

    private PollStep pause(String problem) {
        long millis = FIRST_PAUSE.toMillis() << Math.min(failures, 10);
        Duration delay = Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
        return new PollStep.Pause(delay, failed(limit), problem);
    }

    private PollState failed(int nextLimit) {
        return new PollState(offset, nextLimit, failures + 1);
    }
}
