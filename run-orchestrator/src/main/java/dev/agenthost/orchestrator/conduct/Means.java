package dev.agenthost.orchestrator.conduct;

import dev.agenthost.lease.LeaseKeeper;
import dev.agenthost.orchestrator.buffer.BufferBudget;
import dev.agenthost.orchestrator.drive.RunExecutor;
import dev.agenthost.orchestrator.finish.Finisher;
import dev.agenthost.orchestrator.finish.RunFence;
import dev.agenthost.orchestrator.publish.ResultTopic;
import dev.agenthost.orchestrator.run.RunLedger;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What conducting a run takes.
 *
 * @param nanos this process's monotonic clock
 * @param clock for the times that people see
 * @param timer for what is done a moment later
 */
public record Means(
        RunExecutor executor,
        ResultTopic topic,
        RunLedger runs,
        Finisher finisher,
        RunFence fence,
        LeaseKeeper lease,
        BufferBudget buffer,
        LongSupplier nanos,
        InstantSource clock,
        Timer timer) {}
