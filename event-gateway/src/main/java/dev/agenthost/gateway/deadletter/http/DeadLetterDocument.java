package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.DeadLetterPage;
import dev.agenthost.gateway.deadletter.DeadLetterRecord;
import dev.agenthost.gateway.deadletter.RedriveStatus;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A dead letter as REST shows it in a list: nothing of its content. */
record DeadLetterDocument(
        RecordPosition position,
        Instant time,
        String reason,
        @Nullable String detail,
        @Nullable RecordPosition origin,
        @Nullable String workspaceId,
        int size,
        RedriveStatus status,
        int redriveCount,
        @Nullable String redrivenFrom,
        @Nullable String redrivenBy,
        @Nullable Instant redrivenAt,
        @Nullable RecordPosition redrivenTo) {

    static DeadLetterDocument of(DeadLetterPage.Item item) {
        DeadLetterRecord record = item.record();
        RedriveMark mark = item.mark();
        return new DeadLetterDocument(
                record.position(),
                record.time(),
                record.reason(),
                record.detail(),
                record.origin(),
                record.workspace(),
                record.size(),
                item.status(),
                record.redriveCount(),
                record.redrivenFrom(),
                mark == null ? null : mark.by(),
                mark == null ? null : mark.at(),
                mark == null ? null : mark.to());
    }
}
