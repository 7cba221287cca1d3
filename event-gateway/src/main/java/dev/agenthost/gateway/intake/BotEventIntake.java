package dev.agenthost.gateway.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.attachment.MessageFiles;
import dev.agenthost.gateway.bot.ChatCommands;
import dev.agenthost.gateway.bot.TakeoverCommandClient;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommandResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Takes in the mapped event of a bot on any platform: stores its files, then publishes it, submits its command or dead-letters it. A repeated event has the same
 * id, so it may be taken in any number of times and by any replica.
 */
public final class BotEventIntake {
    /** Longer than the files of one message take. */
    private static final Duration TURN_TIMEOUT = Duration.ofSeconds(45);

    private static final Duration REPETITION = Duration.ofSeconds(1);

    private final EventIntake intake;
    private final UpdateDeadLetters deadLetters;
    private final MessageFiles files;
    private final TakeoverCommandClient commands;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    private final ConversationLocks conversations = new ConversationLocks();

    /** @param warnings receives a line for each event that conflicts with another one, and for each command that had no effect */
    public BotEventIntake(
            EventIntake intake,
            UpdateDeadLetters deadLetters,
            MessageFiles files,
            TakeoverCommandClient commands,
            InstantSource clock,
            Consumer<String> warnings) {
        this.intake = intake;
        this.deadLetters = deadLetters;
        this.files = files;
        this.commands = commands;
        this.clock = clock;
        this.warnings = warnings;
    }

    /**
     * Blocks until the outcome is known. A question about a photo must not overtake it: an event waits while files of its conversation are
     * fetched.
     *
     * @param event in the envelope form
     * @param payload what the platform sent
     */
    public BotEventOutcome take(BotRegistration bot, ObjectNode event, List<MessageFile> attached, JsonNode payload)
            throws InterruptedException {
        String conversation = conversation(bot, event);
        if (!conversations.enter(conversation, TURN_TIMEOUT)) {
            return new BotEventOutcome.Unavailable("Earlier updates of this conversation are not done with.");
        }
        try {
            files.attach(bot, event, attached);
            return publish(bot, event, payload);
        } finally {
            conversations.leave(conversation);
        }
    }

    /**
     * Takes in an event that the platform does not redeliver: fetches its files once, and publishes it every second until Kafka has it. Blocks
     * until then. The later events of its conversation wait, so that none overtakes it.
     */
    public BotEventOutcome takeUntilStored(
            BotRegistration bot, ObjectNode event, List<MessageFile> attached, JsonNode payload)
            throws InterruptedException {
        String conversation = conversation(bot, event);
        conversations.enter(conversation);
        try {
            files.attach(bot, event, attached);
            return untilStored(() -> publish(bot, event, payload));
        } finally {
            conversations.leave(conversation);
        }
    }

    /**
     * Dead-letters a payload that can never become an event.
     *
     * @param detail one line without content of the payload
     */
    public BotEventOutcome deadLetter(BotRegistration bot, JsonNode payload, DeadLetterReason reason, String detail)
            throws InterruptedException {
        return deadLetters.deadLetter(bot, payload, reason, detail)
                ? new BotEventOutcome.Done()
                : new BotEventOutcome.Unavailable("The dead letter cannot be stored now.");
    }

    /** Dead-letters a payload that the platform does not redeliver: every second until Kafka has it. Blocks until then. */
    public BotEventOutcome deadLetterUntilStored(
            BotRegistration bot, JsonNode payload, DeadLetterReason reason, String detail) throws InterruptedException {
        return untilStored(() -> deadLetter(bot, payload, reason, detail));
    }

    private interface StoreAttempt {
        BotEventOutcome run() throws InterruptedException;
    }

    private static BotEventOutcome untilStored(StoreAttempt attempt) throws InterruptedException {
        BotEventOutcome outcome = attempt.run();
        while (outcome instanceof BotEventOutcome.Unavailable) {
            Thread.sleep(REPETITION);
            outcome = attempt.run();
        }
        return outcome;
    }

    private static String conversation(BotRegistration bot, ObjectNode event) {
        return bot.botId() + "/" + event.path("conversation_id").asText();
    }

    private BotEventOutcome publish(BotRegistration bot, ObjectNode event, JsonNode payload)
            throws InterruptedException {
        String standInId = event.path("event_id").asText();
        event.set("raw", payload);
        return switch (EventNormalizer.normalise(
                InboundMessage.bare(event, null), origin(bot), standInId, clock.instant())) {
            case NormalizationResult.Refused(var reason, String field, String why) ->
                deadLetter(bot, payload, reason, field + " " + why);
            case NormalizationResult.Accepted(EventEnvelope envelope, RawPayload raw) ->
                intake.isRepetition(envelope) ? new BotEventOutcome.Done() : publish(bot, envelope, raw);
        };
    }

    private BotEventOutcome publish(BotRegistration bot, EventEnvelope envelope, RawPayload raw)
            throws InterruptedException {
        Optional<TakeoverCommand> command = ChatCommands.read(bot, envelope);
        if (command.isPresent()) {
            return submit(command.get());
        }
        return switch (intake.accept(envelope, raw, null)) {
            case IntakeResult.Published published -> new BotEventOutcome.Done();
            case IntakeResult.Conflict() -> {
                warnings.accept(
                        "another update under a known id: botId=" + bot.botId() + " eventId=" + envelope.eventId());
                yield new BotEventOutcome.Done();
            }
            case IntakeResult.Unavailable() -> new BotEventOutcome.Unavailable("The event cannot be stored now.");
        };
    }

    /** A command is no message for the agent, so it makes no event. */
    private BotEventOutcome submit(TakeoverCommand command) throws InterruptedException {
        try {
            TakeoverCommandResult.Outcome outcome =
                    commands.submit(command).toCompletableFuture().get().outcome();
            if (outcome != TakeoverCommandResult.Outcome.TAKEN_OVER
                    && outcome != TakeoverCommandResult.Outcome.RELEASED) {
                warnings.accept("a command had no effect: botId=" + command.botId() + " eventId=" + command.eventId()
                        + " command=" + command.action().wire() + " outcome=" + outcome.wire());
            }
            return new BotEventOutcome.Done();
        } catch (ExecutionException e) {
            warnings.accept("a command is not submitted: botId=" + command.botId() + " " + e.getCause());
            return new BotEventOutcome.Unavailable("The command cannot be submitted now.");
        }
    }

    /** The entrance of its events: that of an adapter which speaks for this bot only. */
    private static EventOrigin origin(BotRegistration bot) {
        return EventOrigin.adapter(bot.platform().wire(), bot.workspaceId(), Set.of(bot.botId()));
    }
}
