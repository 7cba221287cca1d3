package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.result.StreamAddress;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.run.UnreadableRun;
import java.time.Instant;

/** Builds the ends of runs without an owner. */
public final class RunTerminationFactory {
    private RunTerminationFactory() {}

    /** Returns the end of an unreadable run. */
    public static RunTermination undecodable(UnreadableRun run, RunDecision.End end, Instant now) {
        StreamAddress address =
                new StreamAddress(run.key(), end.next().attempt(), run.conversationKey(), run.traceId());
        ResultRecord terminal = HostResults.undecodable(address, "the stored run is unreadable", now);
        return new RunTermination(
                run.state(), end.next(), run.runnerId(), terminal, RunOutcomeFactory.failed(end.code()));
    }

    /** Returns the end as an attempt that started and failed, in one record. */
    public static RunTermination of(StoredRun run, RunDecision.End end, String why, Instant now) {
        ResultRecord terminal = HostResults.failed(
                run.resolution(), run.binding(), end.next().attempt(), end.code(), why, run.traceId(), now);
        return new RunTermination(
                run.state(),
                end.next(),
                run.binding().runnerId().toString(),
                terminal,
                RunOutcomeFactory.failed(end.code(), run.binding().deliveryPolicy()));
    }
}
