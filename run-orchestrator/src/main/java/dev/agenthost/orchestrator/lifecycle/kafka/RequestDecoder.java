package dev.agenthost.orchestrator.lifecycle.kafka;

import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionPlanner;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Traceparent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads records of {@code agent.run-requests}. */
final class RequestDecoder {
    /** The decoded record. */
    sealed interface Read {
        record Request(Admission admission) implements Read {}

        /** @param why the reason, without content of the record */
        record Unreadable(String why) implements Read {}
    }

    private RequestDecoder() {}

    static Read read(ConsumerRecord<byte[], byte[]> record, Instant now) {
        byte[] value = record.value();
        if (value == null) {
            return new Read.Unreadable("is empty");
        }
        try {
            Resolution resolution = ProtocolCodec.decode(value, Resolution.class);
            String trace = traceId(record, resolution.runId());
            return new Read.Request(AdmissionPlanner.plan(resolution, value, position(record), trace, now));
        } catch (UndecodableException e) {
            return new Read.Unreadable(e.getMessage() == null ? "cannot be read" : e.getMessage());
        } catch (RuntimeException e) {
            // One such record must not make its batch dead letters.
            return new Read.Unreadable("cannot be planned: " + e.getClass().getSimpleName());
        }
    }

    /** The end of the run of an unusable record, if its key and headers still identify the run. */
    static Optional<Admission> end(ConsumerRecord<byte[], byte[]> record, String why, Instant now) {
        String run = header(record, CloudEventHeaders.ID);
        String workspace = header(record, CloudEventHeaders.WORKSPACE);
        if (run == null || workspace == null || workspace.isEmpty() || record.key() == null) {
            return Optional.empty();
        }
        try {
            RunId runId = RunId.parse(run);
            String conversation = new String(record.key(), StandardCharsets.UTF_8);
            return Optional.of(AdmissionPlanner.undecodable(
                    new RunKey(workspace, runId), conversation, position(record), traceId(record, runId), why, now));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static RecordPosition position(ConsumerRecord<byte[], byte[]> record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    private static String traceId(ConsumerRecord<byte[], byte[]> record, RunId runId) {
        String traceId = Traceparent.traceId(header(record, CloudEventHeaders.TRACEPARENT));
        return traceId == null ? runId.toString().replace("-", "") : traceId;
    }

    private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
