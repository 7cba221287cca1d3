package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.run.RunExecutor;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.platform.lease.LeaseKeeper;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Collaborators of a {@link RunLifecycle}.
 *
 * @param nanos this process's monotonic clock
 * @param clock for the times that people see
 * @param timer for what is done a moment later
 */
public record LifecycleDependencies(
        RunExecutor executor,
        ResultProducer topic,
        RunRepository runs,
        Finisher finisher,
        RunFence fence,
        LeaseKeeper lease,
        BufferBudget buffer,
        LongSupplier nanos,
        InstantSource clock,
        DelayScheduler timer) {}
