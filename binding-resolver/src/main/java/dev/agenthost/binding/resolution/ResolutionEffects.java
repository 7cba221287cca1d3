package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The next steps after storage of rows.
 *
 * @param conflicts to record before publication
 * @param records to publish, in this order
 * @param published to mark after the records are acknowledged
 * @param refused rows that the store refuses, to dead-letter
 */
public record ResolutionEffects(
        List<EventConflict> conflicts,
        List<OutboundRecord> records,
        List<ResolutionKey> published,
        List<Refusal> refused) {
    /** A row and its refusal reason. */
    public record Refusal(ResolutionRow row, String why) {}

    /** @param outcomes the outcome of each row, in order */
    public static ResolutionEffects of(List<ResolutionRow> rows, List<RowWriteOutcome> outcomes, Instant now) {
        List<EventConflict> conflicts = new ArrayList<>();
        List<OutboundRecord> requests = new ArrayList<>();
        List<OutboundRecord> audit = new ArrayList<>();
        List<ResolutionKey> published = new ArrayList<>();
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ResolutionRow row = rows.get(i);
            switch (outcomes.get(i)) {
                case RowWriteOutcome.First first -> {
                    requests.add(row.record());
                    audit.add(ResolutionAudit.of(
                            row.resolution(), row.record().headers().get(CloudEventHeaders.TRACEPARENT)));
                    published.add(row.key());
                }
                case RowWriteOutcome.Unpublished unpublished -> {
                    requests.add(unpublished.stored());
                    audit.add(ResolutionAudit.of(unpublished.stored()));
                    published.add(row.key());
                }
                case RowWriteOutcome.Repeated repeated -> {}
                case RowWriteOutcome.Conflicting conflicting -> {
                    EventConflict conflict = EventConflict.of(row, now);
                    conflicts.add(conflict);
                    audit.add(ResolutionAudit.of(conflict, row.record()));
                }
                case RowWriteOutcome.Refused refusal -> refused.add(new Refusal(row, refusal.why()));
            }
        }
        requests.addAll(audit);
        return new ResolutionEffects(conflicts, requests, published, refused);
    }
}
