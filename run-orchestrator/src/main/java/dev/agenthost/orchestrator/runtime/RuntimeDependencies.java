package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.platform.lease.Incarnation;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The dependencies of the runtimes' keepers.
 *
 * @param host the name of this installation on the wire
 * @param mine the incarnation of this replica
 * @param mayActAs true if the lease of the incarnation is current
 * @param ids of connections
 * @param serial runs its tasks one after another
 * @param nanos this process's monotonic clock
 * @param chance from 0 to 1
 * @param waiting the limits of the frames that may wait for a runtime
 */
public record RuntimeDependencies(
        String host,
        RuntimeHoldRepository holds,
        Dialer dialer,
        RuntimeConnection.Calls calls,
        Supplier<Incarnation> mine,
        Predicate<Incarnation> mayActAs,
        RuntimeTiming pace,
        Supplier<String> ids,
        Executor serial,
        LongSupplier nanos,
        DoubleSupplier chance,
        Backlog.Bounds waiting) {}
