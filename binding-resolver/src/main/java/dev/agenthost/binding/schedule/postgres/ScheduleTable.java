package dev.agenthost.binding.schedule.postgres;

import dev.agenthost.binding.schedule.Schedule;
import dev.agenthost.binding.schedule.ScheduleDocument;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;

/** {@code bindings.schedules}. */
public final class ScheduleTable {
    private ScheduleTable() {}

    /** Returns the table; a change sets the next time from now on. */
    public static VersionedTable<Schedule> table(InstantSource clock) {
        return VersionedTable.ofDocuments(
                "bindings.schedules",
                ScheduleDocument.KIND.name(),
                ScheduleDocument.KIND.idField(),
                false,
                ScheduleDocument::of,
                ScheduleTable::read,
                List.of(new VersionedTable.Column<>("next_due", schedule -> schedule.next(clock.instant())
                        .map(due -> due.atOffset(ZoneOffset.UTC))
                        .orElse(null))));
    }

    static Schedule read(byte[] document, String id, String workspaceId, int version) throws UndecodableException {
        return ProtocolCodec.decode(document, ScheduleDocument.class)
                .schedule(id, workspaceId)
                .withVersion(version);
    }
}
