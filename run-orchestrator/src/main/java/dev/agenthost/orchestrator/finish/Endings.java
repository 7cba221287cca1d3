package dev.agenthost.orchestrator.finish;

import dev.agenthost.orchestrator.publish.HostResults;
import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.run.Decision;
import dev.agenthost.orchestrator.run.StoredRun;
import java.time.Instant;

/** Ends of runs that nobody holds. */
public final class Endings {
    private Endings() {}

    /** The finisher's own attempt: started and failed, in one record. */
    public static Finish of(StoredRun run, Decision.End end, String why, Instant now) {
        ResultRecord terminal = HostResults.failed(
                run.resolution(), run.binding(), end.next().attempt(), end.code(), why, run.traceId(), now);
        return new Finish(
                run.state(), end.next(), run.binding().runnerId().toString(), terminal, Outcomes.failed(end.code()));
    }
}
