package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.takeover.TakeoverService.Outcome;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommandResult;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Carries out the commands of operators in chats. The outcome is said in the chat, as a message of the operator through the bot. A repeated
 * command has the same effect and is said once.
 */
public final class TakeoverCommandService {
    /** A command that arrives later, such as one that a platform repeats after an outage, has no effect. */
    static final Duration LATEST = Duration.ofMinutes(5);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final TakeoverService service;
    private final TakeoverRepository takeovers;
    private final InstantSource clock;

    public TakeoverCommandService(TakeoverService service, TakeoverRepository takeovers, InstantSource clock) {
        this.service = service;
        this.takeovers = takeovers;
        this.clock = clock;
    }

    public Uni<TakeoverCommandResult> execute(TakeoverCommand command) {
        return result(command).map(TakeoverCommandResult::new);
    }

    private Uni<TakeoverCommandResult.Outcome> result(TakeoverCommand command) {
        Instant now = clock.instant();
        if (now.isAfter(command.at().plus(LATEST))) {
            return Uni.createFrom().item(TakeoverCommandResult.Outcome.STALE);
        }
        ConversationAddress conversation = new ConversationAddress(
                command.workspaceId(), command.botId(), command.conversationId(), command.threadId());
        return switch (command.action()) {
            case TAKE_OVER -> takeOver(conversation, command, now);
            case RELEASE -> release(conversation, command);
        };
    }

    private Uni<TakeoverCommandResult.Outcome> takeOver(
            ConversationAddress conversation, TakeoverCommand command, Instant now) {
        return service.start(conversation, operator(command), end(command, now)).chain(outcome -> switch (outcome) {
            case Outcome.Begun(Takeover takeover, int callsUnderWay) ->
                say(
                                conversation,
                                command,
                                "The agent is paused until " + TIME.format(takeover.until())
                                        + ". /release lets it answer again.")
                        .replaceWith(TakeoverCommandResult.Outcome.TAKEN_OVER);
            case Outcome.HeldByOther held -> Uni.createFrom().item(TakeoverCommandResult.Outcome.HELD_BY_OTHER);
            case Outcome.UnknownConversation unknown -> Uni.createFrom().item(TakeoverCommandResult.Outcome.UNKNOWN);
            case Outcome.NotReachable notReachable -> Uni.createFrom().item(TakeoverCommandResult.Outcome.UNKNOWN);
            case Outcome.Sent sent -> throw new IllegalStateException("a start sends nothing");
        });
    }

    /** Only the operator who has the conversation can send into it, so the message comes before the end. */
    private Uni<TakeoverCommandResult.Outcome> release(ConversationAddress conversation, TakeoverCommand command) {
        return takeovers.find(conversation).chain(found -> {
            if (found.isEmpty()) {
                return Uni.createFrom().item(TakeoverCommandResult.Outcome.UNKNOWN);
            }
            Takeover.Operator operator = operator(command);
            boolean isHeld = isHeldBy(found, operator);
            return (isHeld
                            ? say(conversation, command, "The agent answers again.")
                            : Uni.createFrom().voidItem())
                    .chain(() -> takeovers.end(conversation, operator))
                    .replaceWith(TakeoverCommandResult.Outcome.RELEASED);
        });
    }

    private boolean isHeldBy(Optional<Takeover> found, Takeover.Operator operator) {
        return found.filter(takeover -> takeover.isActive(clock.instant()))
                .filter(takeover -> takeover.operator().equals(operator))
                .isPresent();
    }

    private Uni<Void> say(ConversationAddress conversation, TakeoverCommand command, String text) {
        OperatorMessage message = new OperatorMessage("command:" + command.eventId(), text);
        return service.send(conversation, message, operator(command)).replaceWithVoid();
    }

    /** An id that no API key has. */
    private static Takeover.Operator operator(TakeoverCommand command) {
        String id = "chat:" + command.botId() + ":" + command.operatorId();
        return new Takeover.Operator(id, id);
    }

    /** The end follows from the time of the message, so that a repetition sets the same one. */
    private static Instant end(TakeoverCommand command, Instant now) {
        Duration term = command.seconds() == null ? TakeoverTerm.USUAL : Duration.ofSeconds(command.seconds());
        Duration bounded = term.compareTo(TakeoverTerm.LONGEST) > 0 ? TakeoverTerm.LONGEST : term;
        Instant end = command.at().plus(bounded);
        return end.isAfter(now) ? end : now.plusSeconds(1);
    }
}
