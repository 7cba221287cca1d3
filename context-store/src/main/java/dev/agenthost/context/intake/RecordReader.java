package dev.agenthost.context.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.eventlog.Projection;
import dev.agenthost.context.eventlog.Redaction;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Topics;

/** Reads the records of the four topics. */
public final class RecordReader {
    private RecordReader() {}

    public static IntakeRecord read(IncomingRecord record) {
        if ("true".equals(record.headers().get(CloudEventHeaders.DELTAS_ONLY))) {
            return new IntakeRecord(record, new DecodedRecord.PassedOver());
        }
        byte[] value = record.value();
        if (value == null) {
            return unreadable(record, "the record is empty");
        }
        try {
            return new IntakeRecord(
                    record,
                    switch (record.position().topic()) {
                        case Topics.EVENTS -> event(record, value);
                        case Topics.RUN_RESULTS -> results(record, value);
                        case Topics.DELIVERY_RECEIPTS -> receipt(record, value);
                        case Topics.AUDIT -> audit(record, value);
                        default -> throw new IllegalArgumentException("no reader for " + record.position());
                    });
        } catch (UndecodableException e) {
            return unreadable(record, e.field() + " " + e.why());
        }
    }

    private static IntakeRecord unreadable(IncomingRecord record, String detail) {
        return new IntakeRecord(record, new DecodedRecord.DeadLetter(DeadLetterReason.UNDECODABLE, detail));
    }

    private static DecodedRecord event(IncomingRecord record, byte[] value) throws UndecodableException {
        EventEnvelope event = ProtocolCodec.decode(value, EventEnvelope.class);
        ObjectNode data = Redaction.of(ProtocolCodec.tree(event));
        // The reply target may contain credentials of the platform; only delivery needs it.
        if (data.path("delivery") instanceof ObjectNode delivery) {
            delivery.remove("reply_target");
        }
        ConversationRef conversation =
                ConversationRef.of(event.conversationKey()).orElse(null);
        return new DecodedRecord.Entry(new LogEntry(
                "event/" + event.eventId(),
                event.workspaceId(),
                conversation,
                LogKind.EVENT,
                event.eventType(),
                event.eventId().toString(),
                null,
                null,
                event.receivedAt(),
                data,
                null,
                conversation != null && Projection.isMessage(event.eventType(), data),
                record.position()));
    }

    private static DecodedRecord results(IncomingRecord record, byte[] value) throws UndecodableException {
        RunResults results = ProtocolCodec.decode(value, RunResults.class);
        return new DecodedRecord.Results(new RunResultsRecord(results, record.position(), record.recordedAt()));
    }

    private static DecodedRecord receipt(IncomingRecord record, byte[] value) throws UndecodableException {
        DeliveryReceipt receipt = ProtocolCodec.decode(value, DeliveryReceipt.class);
        String id = receipt.runId() + "/" + receipt.part() + "/" + receipt.surface() + "/"
                + receipt.status().wire() + "/" + receipt.attempts();
        return new DecodedRecord.Entry(new LogEntry(
                "receipt/" + id,
                receipt.workspaceId(),
                ConversationRef.of(new ConversationKey(receipt.conversationKey()))
                        .orElse(null),
                LogKind.RECEIPT,
                "delivery." + receipt.status().wire(),
                null,
                receipt.runId().value(),
                null,
                receipt.at(),
                ProtocolCodec.<JsonNode>tree(receipt),
                null,
                false,
                record.position()));
    }

    private static DecodedRecord audit(IncomingRecord record, byte[] value) throws UndecodableException {
        AuditEntry audit = ProtocolCodec.decode(value, AuditEntry.class);
        return new DecodedRecord.Entry(new LogEntry(
                "audit/" + audit.auditId(),
                audit.workspaceId(),
                null,
                LogKind.AUDIT,
                audit.action(),
                null,
                audit.runId() == null ? null : audit.runId().value(),
                null,
                audit.at(),
                ProtocolCodec.<JsonNode>tree(audit),
                null,
                false,
                record.position()));
    }
}
