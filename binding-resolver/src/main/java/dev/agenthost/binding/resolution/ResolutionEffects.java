package dev.agenthost.binding.resolution;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is to be done once rows are kept.
 *
 * @param conflicts to record, before anything goes out
 * @param records to publish, in this order
 * @param published to mark, once the records are acknowledged
 * @param refused rows that no store takes, for the dead letters
 */
public record ResolutionEffects(
        List<EventConflict> conflicts,
        List<OutboundRecord> records,
        List<ResolutionKey> published,
        List<Refusal> refused) {
    /** A row and why it was refused. */
    public record Refusal(ResolutionRow row, String why) {}

    /** @param kept for each row, in order, what became of it */
    public static ResolutionEffects of(List<ResolutionRow> rows, List<RowWriteOutcome> kept, Instant now) {
        List<EventConflict> conflicts = new ArrayList<>();
        List<OutboundRecord> requests = new ArrayList<>();
        List<OutboundRecord> audit = new ArrayList<>();
        List<ResolutionKey> published = new ArrayList<>();
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ResolutionRow row = rows.get(i);
            switch (kept.get(i)) {
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
