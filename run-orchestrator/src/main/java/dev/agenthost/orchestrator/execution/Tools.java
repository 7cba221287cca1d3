package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.buffer.BufferBudget;
import dev.agenthost.orchestrator.catalogue.Catalogue;
import dev.agenthost.orchestrator.context.RunMemory;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.execution.inbox.ResultPace;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.rate.WorkspaceLimits;
import dev.agenthost.orchestrator.session.Sessions;
import dev.agenthost.orchestrator.tool.ToolSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What every run on a runner is driven with.
 *
 * @param results how fast results of one run are taken
 * @param begin how long context-store may take to answer before a run that has not started is given back
 * @param cancelTimeout how long a cancelled run may keep its place on its connection
 * @param clock for the times that people see
 * @param nanos this process's monotonic clock
 * @param shelf the tools that runs may be granted
 * @param models what is known of the models that runs may be granted
 * @param limits what workspaces may write
 */
public record Tools(
        RunMemory memory,
        Ownership ownership,
        GrantShelf grants,
        Sessions sessions,
        CallAudit audit,
        HostPolicy host,
        ResultPace.Rate results,
        BufferBudget buffer,
        Duration begin,
        Duration cancelTimeout,
        String langbotVersion,
        InstantSource clock,
        LongSupplier nanos,
        ToolSource shelf,
        Catalogue<Model> models,
        WorkspaceLimits limits,
        Later later) {
    /** Does something a moment later. */
    public interface Later {
        void after(Duration pause, Runnable what);
    }
}
