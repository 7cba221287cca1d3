package dev.agenthost.binding.schedule;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;

/** Schedules of tests. */
final class Schedules {
    private Schedules() {}

    /** @param document JSON with single quotes */
    static Schedule of(String document) throws UndecodableException {
        return ProtocolCodec.decode(document.replace('\'', '"').getBytes(), ScheduleDocument.class)
                .schedule("s", "demo");
    }

    static Schedule of(String cron, String zone, String missed) {
        try {
            return of("{'cron':'" + cron + "','time_zone':'" + zone + "','missed_runs':'" + missed
                    + "','event':{'text':'report'}}");
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }
}
