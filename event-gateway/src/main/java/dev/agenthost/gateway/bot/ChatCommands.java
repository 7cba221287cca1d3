package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads the commands of operators in chats: {@code /takeover}, with a term such as {@code 30m}, {@code 2h} or {@code 1d}, and
 * {@code /release}. The same words of anyone else are an ordinary message.
 */
public final class ChatCommands {
    private static final String OPERATORS = "operators";
    private static final Pattern COMMAND = Pattern.compile(
            "(?:@\\S+\\s+)?/(?<name>takeover|release)(?:@\\S+)?(?:\\s+(?<number>\\d{1,6})\\s?(?<unit>[mhd]))?",
            Pattern.CASE_INSENSITIVE);

    private ChatCommands() {}

    /** Returns the command of an event; empty if it is none of an operator of the bot. */
    public static Optional<TakeoverCommand> read(BotRegistration bot, EventEnvelope event) {
        String conversation = event.conversationId();
        String operator = operator(bot, event.actor());
        String text = event.input().text();
        if (!event.eventType().equals(EventTypes.MESSAGE_RECEIVED)
                || conversation == null
                || operator == null
                || text == null) {
            return Optional.empty();
        }
        Matcher command = COMMAND.matcher(text.strip());
        return command.matches() ? Optional.of(command(event, conversation, operator, command)) : Optional.empty();
    }

    private static TakeoverCommand command(EventEnvelope event, String conversation, String operator, Matcher command) {
        boolean isRelease = command.group("name").equalsIgnoreCase("release");
        Long at = event.eventTime();
        return new TakeoverCommand(
                event.eventId(),
                event.workspaceId(),
                event.botId(),
                conversation,
                event.threadId(),
                operator,
                isRelease ? TakeoverCommand.Action.RELEASE : TakeoverCommand.Action.TAKE_OVER,
                at == null ? event.receivedAt() : Instant.ofEpochSecond(at),
                isRelease || command.group("number") == null
                        ? null
                        : term(Long.parseLong(command.group("number")), command.group("unit")));
    }

    private static long term(long number, String unit) {
        Duration each =
                switch (unit.toLowerCase(Locale.ROOT)) {
                    case "m" -> Duration.ofMinutes(1);
                    case "h" -> Duration.ofHours(1);
                    default -> Duration.ofDays(1);
                };
        return each.multipliedBy(number).toSeconds();
    }

    private static @Nullable String operator(BotRegistration bot, @Nullable ActorContext actor) {
        String id = actor == null ? null : actor.actorId();
        boolean isOperator = id != null
                && StreamSupport.stream(bot.options().path(OPERATORS).spliterator(), false)
                        .anyMatch(operator -> operator.asText().equals(id));
        return isOperator ? id : null;
    }
}
