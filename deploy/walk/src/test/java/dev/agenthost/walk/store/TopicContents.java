package dev.agenthost.walk.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.walk.topic.TopicRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The contents of the topics, read from their beginning: the expected entries of the log, and the unreadable records. */
final class TopicContents {
    private final List<LogEntryKey> lines = new ArrayList<>();
    private final Set<String> unreadable = new TreeSet<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, EventEnvelope> questions = new HashMap<>();
    private final Map<String, RunSoFar> runs = new HashMap<>();

    private TopicContents() {}

    static TopicContents on(Map<String, List<ConsumerRecord<byte[], byte[]>>> topics) {
        var told = new TopicContents();
        told.each(topics, Topics.EVENTS, told::event);
        told.each(topics, Topics.RUN_RESULTS, told::results);
        told.each(topics, Topics.DELIVERY_RECEIPTS, told::receipt);
        told.each(topics, Topics.AUDIT, told::audit);
        return told;
    }

    List<LogEntryKey> lines() {
        return lines;
    }

    Set<String> unreadable() {
        return unreadable;
    }

    private interface Reader {
        void read(String source, ConsumerRecord<byte[], byte[]> record) throws UndecodableException;
    }

    private void each(Map<String, List<ConsumerRecord<byte[], byte[]>>> topics, String topic, Reader reader) {
        topics.getOrDefault(topic, List.of()).stream()
                .sorted(Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
                        .thenComparingLong(ConsumerRecord::offset))
                .forEach(record -> {
                    var source = new RecordPosition(topic, record.partition(), record.offset()).toString();
                    try {
                        reader.read(source, record);
                    } catch (UndecodableException nobodyCan) {
                        unreadable.add(source);
                    }
                });
    }

    /** Adds an event once, also if it was published twice. */
    private void event(String source, ConsumerRecord<byte[], byte[]> record) throws UndecodableException {
        var event = ProtocolCodec.decode(record.value(), EventEnvelope.class);
        var id = event.eventId().toString();
        if (ids.add("event " + id)) {
            questions.put(
                    RunIds.of(event.workspaceId(), event.eventId(), 0).value().toString(), event);
            lines.add(new LogEntryKey(
                    String.valueOf(event.conversationId()),
                    source,
                    "event " + event.eventType(),
                    id,
                    "user " + event.input().text()));
        }
    }

    private void results(String source, ConsumerRecord<byte[], byte[]> record) throws UndecodableException {
        if ("true".equals(TopicRecords.header(record, CloudEventHeaders.DELTAS_ONLY))) {
            return;
        }
        var results = ProtocolCodec.decode(record.value(), RunResults.class);
        var run = results.runId().value().toString();
        var question = questions.get(run);
        var soFar = runs.computeIfAbsent(run, any -> new RunSoFar());
        for (ResultFrame frame : results.results()) {
            if (soFar.admits(results.attempt(), frame) && !"message.delta".equals(frame.type())) {
                lines.add(new LogEntryKey(
                        String.valueOf(question.conversationId()),
                        source,
                        "result " + frame.type() + " " + run + " " + results.attempt() + "." + frame.sequence(),
                        question.eventId().toString(),
                        soFar.said(frame)));
            }
        }
    }

    private void receipt(String source, ConsumerRecord<byte[], byte[]> record) throws UndecodableException {
        var receipt = ProtocolCodec.decode(record.value(), DeliveryReceipt.class);
        if (ids.add("receipt " + receipt.runId() + "/" + receipt.part())) {
            var conversation = String.valueOf(
                    questions.get(receipt.runId().value().toString()).conversationId());
            lines.add(new LogEntryKey(
                    conversation, source, "receipt delivery." + receipt.status().wire(), "", ""));
        }
    }

    private void audit(String source, ConsumerRecord<byte[], byte[]> record) throws UndecodableException {
        var entry = ProtocolCodec.decode(record.value(), AuditEntry.class);
        if (ids.add("audit " + entry.auditId())) {
            lines.add(new LogEntryKey("", source, "audit " + entry.action(), "", ""));
        }
    }

    /** The progress of a run. A result that is not after it is a repetition. */
    private static final class RunSoFar {
        private final Set<String> said = new HashSet<>();
        private int attempt;
        private long sequence;
        private boolean ended;

        boolean admits(int of, ResultFrame frame) {
            long next = frame.sequence() == null ? 0 : frame.sequence();
            if (ended || of < attempt || of == attempt && next <= sequence) {
                return false;
            }
            attempt = of;
            sequence = next;
            ended = "run.completed".equals(frame.type());
            return true;
        }

        /** The text of a result; empty for a message that repeats an earlier one, of the same attempt at the end or of an earlier attempt. */
        String said(ResultFrame frame) {
            JsonNode content = frame.data().path("message").path("content");
            return content.isTextual() && said.add(content.textValue()) ? "assistant " + content.textValue() : "";
        }
    }
}
