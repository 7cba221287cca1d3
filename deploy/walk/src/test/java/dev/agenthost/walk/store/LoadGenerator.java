package dev.agenthost.walk.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;

/**
 * Publishes messages of people in forty conversations, and answers of agents in a later round. Some records are published twice,
 * some runs are begun anew, and some records are unreadable.
 */
final class LoadGenerator {

    /** Questions of a round, and answers of one. */
    static final int AT_ONCE = 20;

    private static final int CONVERSATIONS = 40;
    private static final String WORKSPACE = "demo";
    private static final String BOT = "bot";
    private static final Instant WHEN = Instant.parse("2026-11-21T10:00:00Z");

    private record SentEvent(EventEnvelope question, RecordPosition position) {}

    private final EventWriter pen;
    private final Random chance;
    private final Queue<SentEvent> open = new ArrayDeque<>();
    private int said;

    LoadGenerator(EventWriter pen, Random chance) {
        this.pen = pen;
        this.chance = chance;
    }

    /** One round. */
    void say() {
        List<EventEnvelope> questions = new ArrayList<>();
        List<EventWriter.Written> written = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            var question = question();
            questions.add(question);
            written.add(pen.write(Topics.EVENTS, question.conversationKey(), question));
            if (chance.nextInt(8) == 0) {
                pen.write(Topics.EVENTS, question.conversationKey(), question);
            }
        }
        if (chance.nextInt(4) == 0) {
            pen.scrawl(chance.nextBoolean() ? Topics.EVENTS : Topics.RUN_RESULTS, chance.nextInt(Topics.PARTITIONS));
        }
        while (open.size() > AT_ONCE) {
            answer(open.remove());
        }
        for (int i = 0; i < AT_ONCE; i++) {
            open.add(new SentEvent(questions.get(i), written.get(i).position()));
        }
    }

    private EventEnvelope question() {
        return new EventEnvelope(
                new EventId(new UUID(chance.nextLong(), chance.nextLong())),
                "message.received",
                WHEN.getEpochSecond(),
                TriggerSource.API,
                null,
                WORKSPACE,
                BOT,
                "c" + chance.nextInt(CONVERSATIONS),
                null,
                null,
                null,
                ActorContext.user("u1", "Ada"),
                null,
                AgentInput.text("message " + said++),
                DeliveryContext.streaming("api"),
                null,
                JsonNodeFactory.instance.objectNode(),
                null,
                "f",
                WHEN);
    }

    private void answer(SentEvent asked) {
        var answer = new RunAnswerWriter(asked.question(), asked.position(), pen);
        switch (chance.nextInt(4)) {
            case 0 -> answer.atOnce();
            case 1 -> answer.inPieces();
            case 2 -> answer.begunAnew();
            default -> answer.publishedTwice();
        }
        var question = asked.question();
        var run = RunIds.of(WORKSPACE, question.eventId(), 0);
        pen.write(
                Topics.DELIVERY_RECEIPTS,
                question.conversationKey(),
                new DeliveryReceipt(
                        run,
                        WORKSPACE,
                        question.conversationKey().value(),
                        1,
                        "webhook",
                        ReceiptStatus.DELIVERED,
                        null,
                        null,
                        null,
                        1,
                        WHEN));
        pen.write(
                Topics.AUDIT,
                question.conversationKey(),
                new AuditEntry(
                        new UUID(chance.nextLong(), chance.nextLong()).toString(),
                        WHEN,
                        "run-orchestrator",
                        WORKSPACE,
                        run,
                        null,
                        null,
                        "state_set",
                        null,
                        null,
                        AuditResult.ALLOWED,
                        null,
                        null));
    }
}
