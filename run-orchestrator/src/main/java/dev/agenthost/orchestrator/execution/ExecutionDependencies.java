package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.context.ContextStore;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.tool.ToolSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Collaborators of every execution on a runner.
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
public record ExecutionDependencies(
        ContextStore memory,
        RunOwnership ownership,
        GrantRepository grants,
        RunSessionRegistry sessions,
        CallAudit audit,
        HostPolicy host,
        ResultRateLimiter.Rate results,
        BufferBudget buffer,
        Duration begin,
        Duration cancelTimeout,
        String langbotVersion,
        InstantSource clock,
        LongSupplier nanos,
        ToolSource shelf,
        CatalogueRepository<Model> models,
        WorkspaceRateLimiter limits,
        Later later) {
    /** Does something a moment later. */
    public interface Later {
        void after(Duration pause, Runnable what);
    }
}
