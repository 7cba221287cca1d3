package dev.agenthost.platform.observability;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Sample records of each topic, built from one text and its response. */
public final class SampleRecords {
    /** The types of the records, by topic. */
    public static final Map<String, Class<?>> TYPES = Map.of(
            Topics.EVENTS, EventEnvelope.class,
            Topics.RUN_REQUESTS, Resolution.class,
            Topics.RUN_RESULTS, RunResults.class,
            Topics.AUDIT, AuditEntry.class,
            Topics.DELIVERY_RECEIPTS, DeliveryReceipt.class);

    private static final Map<Class<?>, String> FILES = Map.of(
            EventEnvelope.class, "event.json",
            Resolution.class, "resolution.json",
            RunResults.class, "results.json",
            AuditEntry.class, "audit.json",
            DeliveryReceipt.class, "receipt.json");

    private SampleRecords() {}

    /**
     * Returns the value of a record.
     *
     * @throws IllegalArgumentException for a type that no topic has
     */
    public static byte[] of(Class<?> type) {
        String file = FILES.get(type);
        if (file == null) {
            throw new IllegalArgumentException("no topic has records of " + type);
        }
        try (var in = SampleRecords.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
