package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.Send;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.Part;
import dev.agenthost.delivery.surface.PartBody;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Starts takeovers and sends the messages of operators. */
public final class TakeoverService {
    /** A little more than the readings of the directory count: after it no replica calls by a reading from before the start. */
    private static final Duration UNRECORDED_CALLS = TakeoverDirectory.VALIDITY.plusMillis(20);

    private static final Duration POLL = Duration.ofMillis(25);

    private final ResultProgressRepository runs;
    private final DestinationRouter routes;
    private final TakeoverRepository takeovers;
    private final OperatorMessageRepository messages;
    private final Wakeup sends;
    private final Duration patience;
    private final LongSupplier nanoTime;

    /** @param patience longest time that a start waits for calls under way */
    public TakeoverService(
            ResultProgressRepository runs,
            DestinationRouter routes,
            TakeoverRepository takeovers,
            OperatorMessageRepository messages,
            Wakeup sends,
            Duration patience,
            LongSupplier nanoTime) {
        this.runs = runs;
        this.routes = routes;
        this.takeovers = takeovers;
        this.messages = messages;
        this.sends = sends;
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /** The outcome of a request. */
    public sealed interface Outcome {
        /**
         * The operator has the conversation: no call of the agent begins any more.
         *
         * @param callsUnderWay number of calls that began before and have not ended
         */
        record Begun(Takeover takeover, int callsUnderWay) implements Outcome {}

        /** Another operator has the conversation. */
        record HeldByOther(Takeover takeover) implements Outcome {}

        /** The outcome of a message. */
        record Sent(OperatorMessageRepository.PutOutcome outcome) implements Outcome {}

        /** No run of a bot's conversation with this id is known. */
        record UnknownConversation() implements Outcome {}

        /** No messages can be sent into the conversation. */
        record NotReachable() implements Outcome {}
    }

    /** Starts a takeover, and waits until no call of the agent can follow: for calls under way as long as the patience. */
    public Uni<Outcome> start(ConversationAddress conversation, Takeover.Operator operator, Instant until) {
        return inConversation(conversation, (run, destinations) -> takeovers
                .start(conversation, destinations, operator, until)
                .chain(outcome -> switch (outcome) {
                    case TakeoverRepository.StartOutcome.Started(Takeover takeover) -> begun(takeover);
                    case TakeoverRepository.StartOutcome.HeldByOther(Takeover takeover) ->
                        Uni.createFrom().item(new Outcome.HeldByOther(takeover));
                }));
    }

    /** Sends a message of the operator who has the conversation, to the destination of its latest run. */
    public Uni<Outcome> send(ConversationAddress conversation, OperatorMessage message, Takeover.Operator operator) {
        return inConversation(conversation, (run, destinations) -> messages.put(
                        conversation, message, part(conversation, message, run, destinations), operator)
                .invoke(stored -> sends.wake())
                .map(Outcome.Sent::new));
    }

    private interface ConversationStep {
        Uni<Outcome> apply(ResultProgress run, List<Destination> destinations);
    }

    private Uni<Outcome> inConversation(ConversationAddress conversation, ConversationStep step) {
        return runs.latest(conversation.key()).chain(found -> {
            Optional<List<Destination>> destinations =
                    found.map(run -> routes.ofConversation(conversation.workspaceId(), run.delivery()));
            if (destinations.isEmpty()) {
                return Uni.createFrom().item(new Outcome.UnknownConversation());
            }
            return destinations.get().isEmpty()
                    ? Uni.createFrom().item(new Outcome.NotReachable())
                    : step.apply(found.orElseThrow(), destinations.get());
        });
    }

    private static Send part(
            ConversationAddress conversation, OperatorMessage message, ResultProgress run, List<Destination> to) {
        SendKey key = new SendKey(conversation.workspaceId(), message.sendId(conversation), 1);
        Part part = new Part(1, Part.Kind.MESSAGE, message.text(), Message.assistant(message.text()));
        return new Send(
                key,
                conversation.key().value(),
                to.getFirst(),
                PartBody.of(to.getFirst(), key, run.delivery(), part),
                null);
    }

    private Uni<Outcome> begun(Takeover takeover) {
        sends.wake();
        long deadline = nanoTime.getAsLong() + patience.toNanos();
        return after(UNRECORDED_CALLS)
                .chain(() -> callsUnderWay(takeover.conversation().key(), deadline))
                .map(calls -> new Outcome.Begun(takeover, calls));
    }

    private Uni<Integer> callsUnderWay(ConversationKey key, long deadline) {
        return takeovers
                .callsUnderWay(key)
                .chain(calls -> calls == 0 || nanoTime.getAsLong() - deadline > 0
                        ? Uni.createFrom().item(calls)
                        : after(POLL).chain(() -> callsUnderWay(key, deadline)));
    }

    private static Uni<Void> after(Duration delay) {
        return Uni.createFrom().voidItem().onItem().delayIt().by(delay);
    }
}
