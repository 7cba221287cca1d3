package dev.agenthost.orchestrator.finish;

import dev.agenthost.orchestrator.publish.HostResults;
import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.publish.StreamAddress;
import dev.agenthost.orchestrator.run.Decision;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.run.UnreadableRun;
import java.time.Instant;

/** Ends of runs that nobody holds. */
public final class Endings {
    private Endings() {}

    /** Of a run that nobody can read: there is nothing to start, and nothing to say but that. */
    public static Finish undecodable(UnreadableRun run, Decision.End end, Instant now) {
        StreamAddress address =
                new StreamAddress(run.key(), end.next().attempt(), run.conversationKey(), run.traceId());
        ResultRecord terminal = HostResults.undecodable(address, "the stored run cannot be read any more", now);
        return new Finish(run.state(), end.next(), run.runnerId(), terminal, Outcomes.failed(end.code()));
    }

    /** The finisher's own attempt: started and failed, in one record. */
    public static Finish of(StoredRun run, Decision.End end, String why, Instant now) {
        ResultRecord terminal = HostResults.failed(
                run.resolution(), run.binding(), end.next().attempt(), end.code(), why, run.traceId(), now);
        return new Finish(
                run.state(),
                end.next(),
                run.binding().runnerId().toString(),
                terminal,
                Outcomes.failed(end.code(), run.binding().deliveryPolicy()));
    }
}
