package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.platform.lease.Incarnation;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What runtimes are kept with.
 *
 * @param host what this installation calls itself on the wire
 * @param mine under which incarnation this replica lives
 * @param mayActAs whether its lease is current
 * @param ids of connections
 * @param serial runs what it is given one after another
 * @param nanos this process's monotonic clock
 * @param chance from 0 to 1
 * @param waiting how much of what a runtime says may wait
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
